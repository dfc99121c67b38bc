import type { Values } from './constraints';

/** The fields of a schedule's rule, all empty. */
const NO_RULE: Values = {
  weekdays: "'{}'",
  month_day: 'NULL',
  nth: 'NULL',
  weekday: 'NULL',
  business_day: 'NULL',
  cycle_id: 'NULL',
  fiscal_period: 'NULL',
  days_after: 'NULL'
};

/** A statement that a receipt is missing, whole. */
const SIGNED_STATEMENT: Values = {
  missing_receipt_reason: "'lost'",
  missing_receipt_note: "'At the airport'",
  missing_receipt_signed_at: 'now()'
};

/** An advance of which a part was given back, whole. */
const CLOSED_ADVANCE = {
  amount: '5',
  settled: '0',
  returned: '5',
  closed_at: 'now()',
  closed_by: 'gen_random_uuid()',
  close_reason: "'Paid back'"
};

/** A payable file that was voided, whole. */
const VOIDED: Values = {
  stands: 'false',
  voided_at: 'now()',
  voided_by: "'00000000-0000-7000-8000-000000000001'",
  void_reason: "'Paid by hand'"
};

const SOMEBODY = "'00000000-0000-7000-8000-000000000001'";
/** A bank account in the United States. */
const US = { scheme: "'us'", routing_number: "'021000021'", kind: "'checking'", country: "'US'" };

/** The fields of a real card, as a document of SQL. */
const realCard = (number: string, expiry: string) => `'{"number": "${number}", "expiry": "${expiry}"}'`;
const KEPT = `kept:${'a'.repeat(64)}:1111`;

/** The fields of what a rule of an alert measures, all empty. */
const NO_MEASURE: Values = {
  amount: 'NULL',
  currency: 'NULL',
  percent: 'NULL',
  period: 'NULL',
  early: 'false',
  categories: "'{}'",
  merchant: 'NULL',
  countries: "'{}'",
  days: 'NULL',
  from_time: 'NULL',
  to_time: 'NULL',
  weekends: 'false',
  time_zone: 'NULL'
};

/** A rule about the night. */
const HOURS: Values = {
  ...NO_MEASURE,
  measure: "'out_of_hours'",
  from_time: "'22:00'",
  to_time: "'06:00'",
  time_zone: "'UTC'"
};

/** The cause of a firing, empty. */
const NO_CAUSE: Values = {
  transaction_id: 'NULL',
  posting_date: 'NULL',
  period_start: 'NULL',
  step: 'NULL',
  authorization_id: 'NULL'
};

/** Values that each CHECK refuses, by table and name. */
export const CHECKS: Record<string, Record<string, Values[]>> = {
  accounts: {
    accounts_bank_number_check: [{ bank_number: "''" }],
    accounts_card_number_hash_check: [{ card_number_hash: "''" }],
    accounts_card_type_check: [{ card_type: "''" }, { card_type: "repeat('x', 31)" }],
    accounts_check: [{ opened_on: "'2026-01-02'", closed_on: "'2026-01-01'" }],
    accounts_check1: [{ state: "'active'", replaced_by_id: "'00000000-0000-7000-8000-000000000001'" }],
    accounts_check2: [{ state: "'active'", closed_on: "'2026-01-02'" }],
    accounts_credit_limit_check: [{ credit_limit: '-1' }],
    accounts_currency_check: [{ currency: "repeat('x', 2)" }],
    accounts_ica_check: [{ ica: "''" }],
    accounts_kind_check: [{ kind: "'issuer'" }],
    accounts_last_four_check: [{ last_four: "repeat('x', 3)" }],
    accounts_status_code_check: [{ status_code: "''" }, { status_code: "repeat('x', 3)" }],
    accounts_transaction_limit_check: [{ transaction_limit: '-1' }]
  },
  allocations: {
    allocations_codes_check: [{ codes: "'[]'" }],
    allocations_description_check: [{ description: "''" }, { description: "repeat('x', 256)" }],
    allocations_percent_check: [{ percent: '-1' }, { percent: '101' }],
    allocations_position_check: [{ position: '0' }, { position: '101' }]
  },
  approval_delegations: {
    approval_delegations_check: [
      { delegator_id: "'00000000-0000-7000-8000-000000000001'", delegate_id: "'00000000-0000-7000-8000-000000000001'" }
    ],
    approval_delegations_check1: [
      { first_day: "'2026-01-02'", last_day: "'2026-01-01'" },
      { first_day: "'2026-01-01'", last_day: "'2027-01-03'" }
    ],
    approval_delegations_reason_check: [{ reason: "''" }, { reason: "repeat('x', 256)" }]
  },
  approval_levels: {
    approval_levels_amount_limit_check: [{ amount_limit: '0' }],
    approval_levels_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    approval_levels_position_check: [{ position: '0' }, { position: '11' }]
  },
  approval_profiles: {
    approval_profiles_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }]
  },
  assignments: {
    assignments_check: [{ role: "'A'", issuer_group_id: "'00000000-0000-7000-8000-000000000001'" }],
    assignments_last_day: [{ created_at: "'2026-01-05Z'", last_day: "'2026-01-02'" }],
    assignments_primary_lasts: [{ is_primary: 'TRUE', last_day: "'2026-01-02'" }]
  },
  attachment_pages: {
    attachment_pages_bytes_check: [{ bytes: "''" }, { bytes: "decode(repeat('00', 1048577), 'hex')" }],
    attachment_pages_page_check: [{ page: '0' }, { page: '21' }]
  },
  attachment_previews: {
    attachment_previews_attempts_check: [{ attempts: '4' }, { attempts: '-1' }],
    attachment_previews_pages: [{ pages: '2' }],
    attachment_previews_pages_check: [{ state: "'made'", thumbnail: "'\\x00'", pages: '0' }],
    attachment_previews_state_check: [{ state: "'lost'" }],
    attachment_previews_thumbnail: [{ state: "'made'" }, { thumbnail: "'\\x00'" }],
    attachment_previews_thumbnail_check: [
      { state: "'made'", thumbnail: "''" },
      { state: "'made'", thumbnail: "decode(repeat('00', 20481), 'hex')" }
    ]
  },
  attachments: {
    attachments_entity_check: [{ entity: "''" }, { entity: "repeat('x', 61)" }],
    attachments_media_type_check: [{ media_type: "'text/html'" }],
    attachments_name_check: [{ name: "''" }, { name: "repeat('x', 201)" }],
    attachments_position_check: [{ position: '0' }, { position: '21' }],
    attachments_sha256_check: [{ sha256: "''" }],
    attachments_size_check: [{ size: '0' }, { size: '4194305' }]
  },
  audit_entries: {
    audit_entries_action_check: [{ action: "''" }],
    audit_entries_check: [{ accessor_issuer_id: 'NULL', accessor_user_id: "'00000000-0000-7000-8000-000000000001'" }],
    audit_entries_details_check: [{ details: "'[]'" }],
    audit_entries_entity_check: [{ entity: "''" }]
  },
  authority_templates: {
    authority_templates_description_check: [{ description: "repeat('x', 1025)" }],
    authority_templates_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }]
  },
  brand_drafts: {
    brand_drafts_content_check: [{ content: "'[]'" }],
    brand_drafts_revision_check: [{ revision: '0' }],
    brand_drafts_saved_by_name_check: [{ saved_by_name: "''" }, { saved_by_name: "repeat('x', 162)" }]
  },
  brand_edits_set_aside: {
    brand_edits_set_aside_basis_check: [{ basis: "'[]'" }],
    brand_edits_set_aside_content_check: [{ content: "'[]'" }]
  },
  brand_hostnames: {
    brand_hostnames_challenge_check: [{ challenge: "repeat('x', 42)" }],
    brand_hostnames_check: [{ challenge: 'NULL', verified_at: 'NULL' }],
    brand_hostnames_hostname_check: [{ hostname: "''" }]
  },
  brand_image_files: {
    brand_image_files_bytes_check: [{ bytes: "''" }],
    brand_image_files_check: [{ digest: "''", bytes: "'\\x00'" }],
    brand_image_files_digest_check: [{ digest: "''" }],
    brand_image_files_media_type_check: [{ media_type: "''" }]
  },
  brand_images: {
    brand_images_bytes_check: [{ bytes: "''" }],
    brand_images_media_type_check: [{ media_type: "''" }]
  },
  brand_texts: {
    brand_texts_key_check: [{ key: "''" }],
    brand_texts_value_check: [{ value: "''" }, { value: "repeat('x', 2001)" }]
  },
  brand_versions: {
    brand_versions_check: [{ version: '-1', restored_version: '-1' }],
    brand_versions_content_check: [{ content: "'[]'" }],
    brand_versions_published_by_name_check: [{ published_by_name: "''" }, { published_by_name: "repeat('x', 162)" }],
    brand_versions_version_check: [{ version: '0' }]
  },
  brands: {
    brands_abbreviation_check: [{ abbreviation: "repeat('x', 1)" }],
    brands_app_name_check: [{ app_name: "''" }, { app_name: "repeat('x', 81)" }],
    brands_check: [{ name: "''", parent_name: "''" }],
    brands_display_name_check: [{ display_name: "''" }, { display_name: "repeat('x', 81)" }],
    brands_family_check: [{ family: "''" }],
    brands_footer_check: [{ footer: "'[]'" }],
    brands_fsso_logout_url_check: [{ fsso_logout_url: "'!'" }],
    brands_fsso_redirect_url_check: [{ fsso_redirect_url: "'!'" }],
    brands_locales_check: [{ locales: "'{x}'" }],
    brands_mail_from_address_check: [{ mail_from_address: "''" }],
    brands_mail_from_name_check: [{ mail_from_name: "''" }, { mail_from_name: "repeat('x', 81)" }],
    brands_name_check: [{ name: "''" }],
    brands_sign_in_to_label_check: [{ sign_in_to_label: "''" }, { sign_in_to_label: "repeat('x', 81)" }],
    brands_theme_check: [{ theme: "'[]'" }]
  },
  bulk_remarks: {
    bulk_remarks_at_check: [{ at: '0' }],
    bulk_remarks_code_check: [{ code: "''" }],
    bulk_remarks_params_check: [{ params: "'[]'" }]
  },
  card_commands: {
    card_commands_answer: [{ refusal: "'x'", answered_at: 'NULL' }],
    card_commands_refusal_check: [{ refusal: "''" }, { refusal: "repeat('x', 256)" }],
    card_commands_round_check: [{ round: '0' }, { round: '10001' }],
    card_commands_terms: [
      { kind: "'issue'", terms: 'NULL' },
      { kind: "'close'", terms: "'{}'" }
    ],
    card_commands_terms_check: [{ terms: "'[]'" }]
  },
  unread_card_events: {
    unread_card_events_event_check: [{ event: "''" }, { event: "repeat('x', 256)" }],
    unread_card_events_processor_check: [{ processor: "''" }, { processor: "'No'" }],
    unread_card_events_reason_check: [{ reason: "''" }, { reason: "repeat('x', 501)" }]
  },
  card_processor_cursors: {
    card_processor_cursors_cursor_check: [{ cursor: "''" }, { cursor: "repeat('x', 256)" }],
    card_processor_cursors_processor_check: [{ processor: "''" }, { processor: "'No'" }]
  },
  processor_cardholders: {
    processor_cardholders_processor_check: [{ processor: "''" }, { processor: "'No'" }],
    processor_cardholders_reference_check: [{ reference: "''" }, { reference: "repeat('x', 256)" }]
  },
  caught_mails: {
    caught_mails_source_check: [{ source: "decode(repeat('00', 1048577), 'hex')" }]
  },
  central_travel_bookings: {
    central_travel_bookings_agent_reference_check: [{ agent_reference: "''" }, { agent_reference: "repeat('x', 61)" }],
    central_travel_bookings_booking_number_check: [{ booking_number: "''" }, { booking_number: "repeat('x', 41)" }],
    central_travel_bookings_carrier_check: [{ carrier: "''" }, { carrier: "repeat('x', 101)" }],
    central_travel_bookings_cost_centre_check: [{ cost_centre: "''" }, { cost_centre: "repeat('x', 61)" }],
    central_travel_bookings_custom: [{ custom: "'[]'" }],
    central_travel_bookings_currency_check: [{ currency: "'nok'" }],
    central_travel_bookings_days: [{ from_on: "'2026-03-02'", to_on: "'2026-03-01'" }],
    central_travel_bookings_employee_number_check: [{ employee_number: "''" }, { employee_number: "repeat('x', 41)" }],
    central_travel_bookings_matched: [
      { result: "'matched'", transaction_id: 'NULL', matched_by: 'NULL' },
      { result: "'none'", transaction_id: 'gen_random_uuid()', matched_by: "'hand'" },
      { result: "'matched'", transaction_id: 'gen_random_uuid()', matched_by: 'NULL' }
    ],
    central_travel_bookings_matched_by_check: [
      { matched_by: "'luck'", result: "'matched'", transaction_id: 'gen_random_uuid()' }
    ],
    central_travel_bookings_number: [{ booking_number: 'NULL', ticket_number: 'NULL' }],
    central_travel_bookings_route_check: [{ route: "''" }, { route: "repeat('x', 201)" }],
    central_travel_bookings_row_number_check: [{ row_number: '0' }],
    central_travel_bookings_ticket_number_check: [{ ticket_number: "''" }, { ticket_number: "repeat('x', 41)" }],
    central_travel_bookings_traveller_check: [{ traveller: "''" }, { traveller: "repeat('x', 101)" }]
  },
  central_travel_files: {
    central_travel_files_bookings_check: [{ bookings: '-1', faults: "'[]'" }],
    central_travel_files_content_hash_check: [{ content_hash: "''" }],
    central_travel_files_faults_check: [{ faults: "'{}'" }],
    central_travel_files_file_name_check: [{ file_name: "''" }, { file_name: "repeat('x', 256)" }],
    central_travel_files_refused: [
      { bookings: '0', faults: "'[]'" },
      { bookings: '1', faults: "'[{}]'" }
    ]
  },
  challenge_responses: {
    challenge_responses_position_check: [{ position: '0' }, { position: '11' }],
    challenge_responses_question_id_check: [{ question_id: "''" }],
    challenge_responses_response_hash_check: [{ response_hash: "''" }]
  },
  chores: {
    chores_failures_check: [{ failures: '-1' }],
    chores_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }, { name: "'a b'" }]
  },
  client_log: {
    client_log_attributes_check: [{ attributes: "'{}'" }],
    client_log_message_check: [{ message: "repeat('x', 4001)" }]
  },
  comments: {
    comments_entity_check: [{ entity: "''" }, { entity: "repeat('x', 61)" }],
    comments_removed: [
      { text: 'NULL', removed_at: 'NULL' },
      { text: "'x'", removed_at: "'2026-01-02Z'" }
    ],
    comments_text_check: [{ text: "''" }, { text: "repeat('x', 2001)", removed_at: 'NULL' }]
  },
  companies: {
    companies_currency_check: [{ currency: "repeat('x', 2)" }],
    companies_fiscal_start_check: [{ fiscal_start: '0' }, { fiscal_start: '13' }],
    companies_kind_check: [{ kind: "'issuer'" }]
  },
  corporate_codes: {
    corporate_codes_code_check: [{ code: "repeat('x', 5)" }],
    corporate_codes_code_hash_check: [{ code_hash: "'x'" }],
    corporate_codes_is_set: [{ code: 'NULL', code_hash: 'NULL' }],
    corporate_codes_kind_check: [{ kind: "'issuer'" }]
  },
  credentials: {
    credentials_password_hash_check: [{ password_hash: "''" }]
  },
  expense_allowance_days: {
    expense_allowance_days_base_check: [{ base: '-1', deducted: '0' }],
    expense_allowance_days_deducted: [{ deducted: '-1' }, { base: '5', deducted: '5.01' }],
    expense_allowance_days_extent_check: [{ extent: "'half'" }],
    expense_allowance_days_minutes_check: [{ minutes: '-1' }, { minutes: '1441' }],
    expense_allowance_days_nothing: [{ extent: "'none'", base: '1' }]
  },
  expense_allowances: {
    expense_allowances_order: [{ starts_at: "'2026-01-01 08:00'", ends_at: "'2026-01-01 08:00'" }]
  },
  expense_report_events: {
    expense_report_events_contents: [{ contents: "'{}'" }],
    expense_report_events_contents_check: [{ event: "'decline'", reason: "'Why'", contents: "'[]'" }],
    expense_report_events_event_check: [{ event: "'burn'" }],
    expense_report_events_reason: [{ event: "'decline'", reason: 'NULL' }],
    expense_report_events_reason_check: [{ reason: "''" }, { reason: "repeat('x', 256)" }]
  },
  expense_report_lines: {
    expense_report_lines_amount_check: [{ amount: '0' }],
    expense_report_lines_description_check: [{ description: "''" }, { description: "repeat('x', 256)" }],
    expense_report_lines_expense_type_check: [{ expense_type: "''" }, { expense_type: "repeat('x', 61)" }],
    expense_report_lines_explanation_check: [{ explanation: "''" }, { explanation: "repeat('x', 501)" }],
    expense_report_lines_details: [{ details: "'[]'" }, { details: '\'{"mood": "good"}\'' }],
    expense_report_lines_kind: [
      {
        transaction_id: "'00000000-0000-7000-8000-000000000001'",
        posting_date: "'2026-01-01'",
        spent_on: 'NULL',
        merchant: 'NULL',
        expense_type: "'Taxi'",
        expense_type_id: 'NULL',
        amount: 'NULL',
        description: 'NULL'
      },
      { transaction_id: 'NULL', posting_date: 'NULL', merchant: 'NULL' },
      { transaction_id: "'00000000-0000-7000-8000-000000000001'", posting_date: 'NULL' },
      { transaction_id: "'00000000-0000-7000-8000-000000000001'", posting_date: "'2026-01-01'", merchant: "'Taxi'" }
    ],
    expense_report_lines_missing_receipt: [
      { missing_receipt_reason: "'lost'" },
      { missing_receipt_reason: "'lost'", missing_receipt_note: "'At the airport'" },
      { missing_receipt_note: "'At the airport'", missing_receipt_signed_at: 'now()' }
    ],
    expense_report_lines_missing_receipt_note_check: [
      { ...SIGNED_STATEMENT, missing_receipt_note: "''" },
      { ...SIGNED_STATEMENT, missing_receipt_note: "repeat('x', 501)" }
    ],
    expense_report_lines_missing_receipt_reason_check: [{ ...SIGNED_STATEMENT, missing_receipt_reason: "'eaten'" }],
    expense_report_lines_merchant_check: [{ merchant: "''" }, { merchant: "repeat('x', 81)" }],
    expense_report_lines_personal: [{ transaction_id: 'NULL', posting_date: 'NULL', personal_amount: '1' }],
    expense_report_lines_personal_amount_check: [{ personal_amount: '0' }, { personal_amount: '-1' }]
  },
  receipt_addresses: {
    receipt_addresses_local_part_check: [{ local_part: "'short'" }, { local_part: "repeat('A', 24)" }],
    receipt_addresses_owner_check: [{ owner: "'[]'" }]
  },
  advance_shares: {
    advance_shares_amount_check: [{ amount: '-1' }]
  },
  business_trip_days: {
    business_trip_days_destination_check: [{ destination: "''" }, { destination: "repeat('x', 61)" }]
  },
  business_trip_drives: {
    business_trip_drives_description_check: [{ description: "''" }, { description: "repeat('x', 256)" }],
    business_trip_drives_distance: [{ distance: '0' }, { distance: '-1' }, { distance: '100000' }],
    business_trip_drives_odometer: [
      { distance: '5', odometer_start: '10', odometer_end: 'NULL' },
      { distance: '5', odometer_start: 'NULL', odometer_end: '15' },
      { distance: '5', odometer_start: '10', odometer_end: '15.1' },
      { distance: '5', odometer_start: '-1', odometer_end: '4' }
    ],
    business_trip_drives_passengers_check: [{ passengers: '-1' }, { passengers: '9' }],
    business_trip_drives_route_check: [{ route: "''" }, { route: "repeat('x', 81)" }],
    business_trip_drives_vehicle_check: [{ vehicle: "''" }, { vehicle: "repeat('x', 61)" }]
  },
  business_trips: {
    business_trips_destinations_check: [{ destinations: "''" }, { destinations: "repeat('x', 256)" }],
    business_trips_name_check: [{ name: "''" }, { name: "repeat('x', 101)" }],
    business_trips_purpose_check: [{ purpose: "''" }, { purpose: "repeat('x', 256)" }],
    business_trips_time: [
      { first_day: "'2026-03-02'", last_day: "'2026-03-01'" },
      { first_day: "'2026-03-01'", last_day: "'2026-03-01'", departure: "'08:00'", arrival: "'08:00'" },
      { first_day: "'2026-03-01'", last_day: "'2026-05-02'" }
    ],
    business_trips_version_check: [{ version: '0' }]
  },
  cash_advances: {
    cash_advances_amount_check: [{ amount: '0', settled: '0', returned: '0' }],
    cash_advances_close_reason_check: [
      { ...CLOSED_ADVANCE, close_reason: "''" },
      { ...CLOSED_ADVANCE, close_reason: "repeat('x', 256)" }
    ],
    cash_advances_closed: [
      { ...CLOSED_ADVANCE, closed_by: 'NULL' },
      { ...CLOSED_ADVANCE, returned: '0' }
    ],
    cash_advances_currency_check: [{ currency: "'eur'" }],
    cash_advances_open: [{ amount: '5', settled: '5.01' }],
    cash_advances_own: [{ owner_id: SOMEBODY, entered_by: SOMEBODY }],
    cash_advances_purpose_check: [{ purpose: "''" }, { purpose: "repeat('x', 256)" }],
    cash_advances_returned_check: [{ returned: '-1' }],
    cash_advances_settled_check: [{ settled: '-1' }]
  },
  payable_entries: {
    payable_entries_advance: [{ own: '2', personal: '1', advance: '1.01' }],
    payable_entries_advance_check: [{ own: '1', personal: '0', advance: '-1' }],
    payable_entries_currency_check: [{ currency: "'eur'" }],
    payable_entries_due: [{ own: '0', personal: '0' }],
    payable_entries_own_check: [{ own: '-1', personal: '2' }],
    payable_entries_personal_check: [{ own: '2', personal: '-1' }]
  },
  payable_files: {
    payable_files_number_check: [{ number: '0' }],
    payable_files_report_count_check: [{ report_count: '0' }],
    payable_files_void_reason_check: [
      { ...VOIDED, void_reason: "''" },
      { ...VOIDED, void_reason: "repeat('x', 256)" }
    ],
    payable_files_voided: [{ ...VOIDED, stands: 'true' }, { ...VOIDED, void_reason: 'NULL' }, { stands: 'false' }]
  },
  expense_reports: {
    expense_reports_approved: [
      { state: "'approved'", approved_at: 'NULL', approved_by: 'NULL' },
      { state: "'saved'", approved_at: 'now()' },
      { state: "'approved'", approved_at: 'now()', approved_by: 'NULL' }
    ],
    expense_reports_currency_check: [{ currency: "'eur'" }],
    expense_reports_declined: [{ state: "'submitted'", declined_at: 'now()' }],
    expense_reports_own: ['approver_id', 'approved_by'].map((column) => ({
      owner_id: "'00000000-0000-7000-8000-000000000001'",
      [column]: "'00000000-0000-7000-8000-000000000001'"
    })),
    expense_reports_period: [{ first_day: "'2026-01-02'", last_day: "'2026-01-01'" }],
    expense_reports_settled: [{ state: "'saved'", settled_by: "'bank'" }],
    expense_reports_purpose_check: [{ purpose: "''" }, { purpose: "repeat('x', 256)" }],
    expense_reports_rerouted: [
      { state: "'saved'", rerouted_at: 'now()' },
      { state: "'submitted'", rerouted_at: 'now()', approver_id: 'NULL' }
    ],
    expense_reports_submitted: [
      { state: "'saved'", submitted_at: 'now()' },
      { state: "'submitted'", submitted_at: 'NULL' }
    ],
    expense_reports_title_check: [{ title: "''" }, { title: "repeat('x', 101)" }],
    expense_reports_waits: [{ state: "'saved'", approver_id: "'00000000-0000-7000-8000-000000000001'" }]
  },
  expense_trips: {
    expense_trips_distance_check: [{ distance: '0' }, { distance: '-1' }],
    expense_trips_odometer: [
      { odometer_start: '10', odometer_end: '10' },
      { odometer_start: '10', odometer_end: '9.9' },
      { odometer_start: '10', odometer_end: 'NULL' },
      { odometer_start: 'NULL', odometer_end: '10' }
    ],
    expense_trips_odometer_start_check: [{ odometer_start: '-0.1' }],
    expense_trips_passengers_check: [{ passengers: '-1' }, { passengers: '9' }],
    expense_trips_per_passenger_check: [{ per_passenger: '-1' }],
    expense_trips_pieces: [{ pieces: "'{}'" }, { pieces: "'[]'" }],
    expense_trips_rate_check: [{ rate: '0' }, { rate: '-1' }],
    expense_trips_read: [{ distance: '5', odometer_start: '10', odometer_end: '15.1' }],
    expense_trips_unit_check: [{ unit: "'league'" }],
    expense_trips_vehicle_check: [{ vehicle: "''" }, { vehicle: "repeat('x', 61)" }]
  },
  federated_identities: {
    federated_identities_subject_check: [{ subject: "''" }, { subject: "repeat('x', 256)" }]
  },
  federated_sign_ins: {
    federated_sign_ins_browser_hash_check: [{ browser_hash: "''" }],
    federated_sign_ins_state_hash_check: [{ state_hash: "''" }]
  },
  feed_account_names: {
    feed_account_names_name_check: [{ name: "''" }, { name: "repeat('x', 201)" }]
  },
  feed_mappings: {
    feed_mappings_layout_check: [{ layout: "'[]'" }],
    feed_mappings_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    feed_mappings_saved_by_check: [{ saved_by: "'[]'" }],
    feed_mappings_debit_credit: [{ layout: '\'{"fields":{"billedDebit":1}}\'' }],
    feed_mappings_trailer_marked: [{ layout: '\'{"format":"csv","trailer":{}}\'' }]
  },
  feed_rejects: {
    feed_rejects_account_name_check: [{ account_name: "repeat('x', 201)" }],
    feed_rejects_check: [{ state: "'open'", settled_at: "'2026-01-01T00:00:00Z'" }],
    feed_rejects_currency_check: [{ currency: "repeat('x', 2)" }],
    feed_rejects_occurrence_check: [{ occurrence: '0' }],
    feed_rejects_reasons_check: [{ reasons: "to_jsonb(repeat('x', 1))" }],
    feed_rejects_row_check: [{ row: '0' }],
    feed_rejects_shown_check: [{ shown: "repeat('x', 401)" }]
  },
  feed_totals: {
    feed_totals_currency_check: [{ currency: "repeat('x', 2)" }],
    feed_totals_rows_check: [{ rows: '-1' }]
  },
  feeds: {
    feeds_check: [{ status: "'queued'", refusal: "'[]'" }],
    feeds_check1: [{ status: "'queued'", finished_at: "'2026-01-01T00:00:00Z'" }],
    feeds_file_name_check: [{ file_name: "''" }, { file_name: "repeat('x', 256)" }],
    feeds_file_sha256_check: [{ file_sha256: "''" }],
    feeds_file_size_check: [{ file_size: '0' }],
    feeds_layout_check: [{ layout: "'[]'" }],
    feeds_mismatch_check: [{ mismatch: "'{}'" }],
    feeds_owner_check: [{ owner: "'[]'" }],
    feeds_row_count_check: [{ row_count: '-1' }],
    feeds_trailer_check: [{ trailer: "'[]'" }]
  },
  files: {
    files_checked_check: [{ checked: "'[]'" }],
    files_name_check: [{ name: "''" }, { name: "repeat('x', 256)" }]
  },
  hardware_tokens: {
    hardware_tokens_serial_number_check: [{ serial_number: "''" }, { serial_number: "repeat('x', 41)" }]
  },
  identity_providers: {
    identity_providers_client_id_check: [{ client_id: "''" }, { client_id: "repeat('x', 256)" }],
    identity_providers_issuer_check: [{ issuer: "''" }, { issuer: "repeat('x', 1025)" }],
    identity_providers_sign_in_url_check: [{ sign_in_url: "repeat('x', 1024)" }],
    identity_providers_check: [{ kind: "'oidc'", certificates: "'{}'" }]
  },
  inbox_messages: {
    inbox_messages_body_check: [{ body: "''" }, { body: "repeat('x', 2001)" }],
    inbox_messages_days: [{ first_day: "'2026-01-02'", last_day: "'2026-01-01'" }],
    inbox_messages_sender_role_check: [{ sender_role: "'A'" }, { sender_role: "'S'" }, { sender_role: "'O'" }],
    inbox_messages_subject_check: [{ subject: "''" }, { subject: "repeat('x', 101)" }]
  },
  push_subscriptions: {
    push_subscriptions_endpoint_hash_check: [{ endpoint_hash: "''" }]
  },
  push_keys: {
    push_keys_id_check: [{ id: '2' }],
    push_keys_public_key_check: [{ public_key: "''" }]
  },
  notice_settings: {
    notice_settings_alerts_check: [{ alerts: "'never'" }],
    notice_settings_approvals_check: [{ approvals: "'never'" }],
    notice_settings_comments_check: [{ comments: "'never'" }],
    notice_settings_digest_hour_check: [{ digest_hour: '-1' }, { digest_hour: '24' }],
    notice_settings_disputes_check: [{ disputes: "'never'" }],
    notice_settings_jobs_check: [{ jobs: "'never'" }],
    notice_settings_messages_check: [{ messages: "'never'" }],
    notice_settings_payments_check: [{ payments: "'never'" }],
    notice_settings_purchases_check: [{ purchases: "'never'" }],
    notice_settings_pushed_check: [{ pushed: "'{never}'" }],
    notice_settings_quiet: [
      { quiet_from: '7', quiet_until: '7' },
      { quiet_from: '7', quiet_until: 'NULL' },
      { quiet_from: 'NULL', quiet_until: '7' }
    ],
    notice_settings_quiet_from_check: [{ quiet_from: '24', quiet_until: '7' }],
    notice_settings_quiet_until_check: [{ quiet_from: '7', quiet_until: '-1' }],
    notice_settings_reports_check: [{ reports: "'never'" }]
  },
  inbox_notices: {
    inbox_notices_href_check: [{ href: "'/portal'" }, { href: "'/workspace/' || repeat('x', 490)" }],
    inbox_notices_kind_check: [{ kind: "''" }, { kind: "repeat('x', 61)" }],
    inbox_notices_params_check: [{ params: "'[]'" }]
  },
  authorization_activity: {
    authorization_activity_amount_check: [{ amount: '-0.01' }],
    authorization_activity_answer_check: [{ answer: "'other'", failures: "'[1]'" }],
    authorization_activity_category_check: [{ category: "'123'" }],
    authorization_activity_currency_check: [{ currency: "repeat('x', 2)" }],
    authorization_activity_failures_check: [{ answer: "'declined'", failures: "'{}'" }],
    authorization_activity_kind_check: [{ kind: "'other'" }],
    authorization_activity_merchant_id_check: [{ merchant_id: "''" }, { merchant_id: "repeat('x', 16)" }],
    authorization_activity_merchant_name_check: [{ merchant_name: "''" }, { merchant_name: "repeat('x', 201)" }],
    authorization_activity_reasons: [
      { answer: "'approved'", failures: "'[1]'" },
      { answer: "'declined'", failures: "'[]'" }
    ],
    authorization_activity_reference_check: [{ reference: "''" }, { reference: "repeat('x', 101)" }],
    authorization_activity_reversed_check: [{ reversed: '-0.01' }, { reversed: '999999999999' }],
    authorization_activity_turn_check: [{ turn: '0' }]
  },
  clearings: {
    clearings_amount_check: [{ amount: '0' }],
    clearings_currency_check: [{ currency: "repeat('x', 2)" }],
    clearings_merchant_name_check: [{ merchant_name: "''" }, { merchant_name: "repeat('x', 201)" }],
    clearings_reference_check: [{ reference: "''" }, { reference: "repeat('x', 101)" }]
  },
  batch_requests: {
    batch_requests_reference_check: [{ reference: "''" }, { reference: "repeat('x', 61)" }]
  },
  batch_folders: {
    batch_folders_last: [
      { last_file: "'a.csv'", last_at: 'NULL' },
      { last_fault: "'{}'", last_file: 'NULL', last_at: 'NULL' }
    ],
    batch_folders_last_fault_check: [{ last_fault: "'[]'", last_file: "'a.csv'", last_at: 'now()' }],
    batch_folders_last_file_check: [
      { last_file: "''", last_at: 'now()' },
      { last_file: "repeat('x', 256)", last_at: 'now()' }
    ],
    batch_folders_owner_check: [{ owner: "'[]'" }],
    batch_folders_read_hour_check: [{ read_hour: '-1' }, { read_hour: '24' }]
  },
  purchase_batches: {
    purchase_batches_applied: [
      { created: '1', applied_at: 'NULL' },
      { created: 'NULL', applied_at: 'now()' }
    ],
    purchase_batches_content_hash_check: [{ content_hash: "''" }],
    purchase_batches_created_check: [{ created: '-1', applied_at: 'now()' }],
    purchase_batches_faults_check: [{ faults: "'{}'" }],
    purchase_batches_file_name_check: [{ file_name: "''" }, { file_name: "repeat('x', 256)" }],
    purchase_batches_requests_check: [{ requests: "'{}'" }]
  },
  integrator_deliveries: {
    integrator_deliveries_answer: [{ status: '200', fault: "'unknown'" }],
    integrator_deliveries_attempts_check: [{ attempts: '-1' }],
    integrator_deliveries_body_check: [{ body: "'{'" }, { body: "repeat('x', 20001)" }],
    integrator_deliveries_ended: [
      { state: "'queued'", ended_at: 'now()' },
      { state: "'failed'", ended_at: 'NULL' }
    ],
    integrator_deliveries_event_check: [{ event: "'other'" }],
    integrator_deliveries_fault_check: [{ fault: "'other'", status: 'NULL' }],
    integrator_deliveries_state_check: [{ state: "'other'", ended_at: 'now()' }],
    integrator_deliveries_status_check: [{ status: '99', fault: 'NULL' }]
  },
  issuer_groups: {
    issuer_groups_name_1_check: [{ name_1: "''" }, { name_1: "repeat('x', 81)" }],
    issuer_groups_name_2_check: [{ name_2: "''" }, { name_2: "repeat('x', 81)" }],
    issuer_groups_number_check: [{ number: "repeat('x', 8)" }]
  },
  issuers: {
    issuers_automatic_unlock_minutes_check: [{ automatic_unlock_minutes: '29' }, { automatic_unlock_minutes: '1441' }],
    issuers_base_currency_check: [{ base_currency: "repeat('x', 2)" }],
    issuers_idle_timeout_minutes_check: [{ idle_timeout_minutes: '0' }, { idle_timeout_minutes: '16' }],
    issuers_name_2_check: [{ name_2: "''" }, { name_2: "repeat('x', 81)" }],
    issuers_name_check: [{ name: "''" }, { name: "repeat('x', 81)" }],
    issuers_number_check: [{ number: "repeat('x', 8)" }],
    issuers_temporary_password_hours_check: [{ temporary_password_hours: '0' }, { temporary_password_hours: '73' }]
  },
  jobs: {
    jobs_check: [{ status: "'queued'", finished_at: "'2026-01-01T00:00:00Z'" }],
    jobs_check1: [{ status: "'queued'", refusal: "'[]'" }],
    jobs_checkpoint_check: [{ checkpoint: "'[]'" }],
    jobs_done_check: [{ done: '-1' }],
    jobs_kind_check: [{ kind: "''" }],
    jobs_payload_check: [{ payload: "'[]'" }],
    jobs_total_check: [{ total: '-1' }]
  },
  large_file_parts: {
    large_file_parts_position_check: [{ position: '-1' }]
  },
  large_files: {
    large_files_check: [{ size: '-1', sha256: 'NULL' }],
    large_files_name_check: [{ name: "''" }, { name: "repeat('x', 256)" }],
    large_files_sha256_check: [{ sha256: "''" }],
    large_files_size_check: [{ size: '-1' }]
  },
  ledger_exports: {
    ledger_exports_check: [{ first_day: "'2026-01-02'", last_day: "'2026-01-01'" }],
    ledger_exports_check1: [{ status: "'waiting'", count: '-1' }],
    ledger_exports_check2: [{ status: "'waiting'", totals: "'[]'" }],
    ledger_exports_check3: [{ status: "'waiting'", exported_at: "'2026-01-01T00:00:00Z'" }],
    ledger_exports_check4: [{ status: "'waiting'", refusal: "'[]'" }],
    ledger_exports_check5: [{ count: '-1', reversed_count: '0' }],
    ledger_exports_count_check: [{ count: '0' }],
    ledger_exports_currency_check: [{ currency: "repeat('x', 2)" }],
    ledger_exports_number_check: [{ number: '0' }],
    ledger_exports_reversed_count_check: [{ reversed_count: '-1' }],
    ledger_exports_totals_check: [{ totals: "'{}'" }]
  },
  ledger_files: {
    ledger_files_check: [{ file_id: 'NULL', lines: '-1' }],
    ledger_files_check1: [{ file_id: 'NULL', size: '-1' }],
    ledger_files_check2: [{ file_id: 'NULL', sha256: "'\\x00'" }],
    ledger_files_check3: [{ file_id: 'NULL', written_at: "'2026-01-01T00:00:00Z'" }],
    ledger_files_layout_check: [{ layout: "'[]'" }],
    ledger_files_lines_check: [{ lines: '-1' }],
    ledger_files_sha256_check: [{ sha256: "''" }],
    ledger_files_size_check: [{ size: '-1' }]
  },
  maintenance: {
    maintenance_active_check: [{ active: 'FALSE' }],
    maintenance_check: [{ begun_at: "'2026-01-01T00:00:00Z'", expected_end: "'2026-01-01T00:00:00Z'" }]
  },
  merged_users: {
    merged_users_check: [
      { merged_id: "'00000000-0000-7000-8000-000000000001'", kept_id: "'00000000-0000-7000-8000-000000000001'" }
    ]
  },
  nodes: {
    nodes_check: [{ parent_id: 'NULL', parent_kind: "'issuer'" }],
    nodes_check1: [
      {
        issuer_id: "'00000000-0000-7000-8000-000000000001'",
        id: "'00000000-0000-7000-8000-000000000001'",
        kind: "'issuer'",
        parent_kind: "'issuer'"
      }
    ],
    nodes_check2: [{ kind: "'issuer'", company_id: "'00000000-0000-7000-8000-000000000001'" }],
    nodes_check3: [
      {
        id: "'00000000-0000-7000-8000-000000000001'",
        kind: "'company'",
        company_id: "'00000000-0000-7000-8000-000000000002'"
      }
    ],
    nodes_check4: [{ kind: "'issuer'", number: 'NULL' }],
    nodes_check5: [{ kind: "'issuer'", level: '-1' }],
    nodes_check6: [{ parent_id: 'NULL', path: "repeat('x', 7)" }],
    nodes_level_check: [{ level: '0' }, { level: '16' }],
    nodes_name_1_check: [{ name_1: "''" }, { name_1: "repeat('x', 81)" }],
    nodes_name_2_check: [{ name_2: "''" }, { name_2: "repeat('x', 81)" }],
    nodes_number_check: [{ number: "''" }],
    nodes_path_check: [{ path: "''" }],
    nodes_path_check1: [{ path: "repeat('x', 161)" }]
  },
  one_time_pins: {
    one_time_pins_check: [{ issued_at: "'2026-01-01T00:00:00Z'", expires_at: "'2026-01-01T00:15:01Z'" }],
    one_time_pins_code_hash_check: [{ code_hash: "''" }],
    one_time_pins_tries_check: [{ tries: '-1' }, { tries: '6' }]
  },
  outbox: {
    outbox_check: [{ status: "'queued'", payload: 'NULL' }],
    outbox_topic_check: [{ topic: "''" }]
  },
  passkey_challenges: {
    passkey_challenges_browser_hash_check: [{ browser_hash: "''" }],
    passkey_challenges_challenge_hash_check: [{ challenge_hash: "''" }],
    passkey_challenges_check: [{ issued_at: "'2026-01-01T00:00:00Z'", expires_at: "'2026-01-01T00:15:01Z'" }],
    passkey_challenges_check1: [{ issuer_id: 'NULL', session_id: "'00000000-0000-7000-8000-000000000001'" }],
    passkey_challenges_check2: [{ session_id: 'NULL', browser_hash: 'NULL' }]
  },
  passkeys: {
    passkeys_credential_id_check: [{ credential_id: "''" }, { credential_id: "repeat('x', 1401)" }],
    passkeys_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    passkeys_public_key_check: [{ public_key: "''" }],
    passkeys_rp_id_check: [{ rp_id: "''" }],
    passkeys_sign_count_check: [{ sign_count: '-1' }],
    passkeys_transports_check: [{ transports: "'{usb,nfc,ble,usb,nfc,ble,usb,nfc,ble,usb,nfc}'" }]
  },
  password_history: {
    password_history_password_hash_check: [{ password_hash: "''" }]
  },
  program_options: {
    program_options_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }]
  },
  payments: {
    payments_amount_check: [{ amount: '99.99' }, { amount: '100000000' }, { amount: '100.001' }],
    payments_authorization_text_check: [{ authorization_text: "''" }, { authorization_text: "repeat('x', 2001)" }],
    payments_currency_check: [{ currency: "repeat('x', 3)" }],
    payments_end: [
      { state: "'cancelled'", ended_at: 'NULL', ended_by: "'00000000-0000-7000-8000-000000000001'" },
      { state: "'cancelled'", ended_at: 'now()', ended_by: 'NULL' },
      { state: "'scheduled'", ended_at: 'now()', ended_by: 'NULL' },
      { state: "'paid'", ended_at: 'NULL', ended_by: 'NULL' }
    ],
    payments_from_last_four_check: [{ from_last_four: "'123'" }, { from_last_four: "'12 4'" }],
    payments_number_check: [{ number: '0' }],
    payments_return: [
      { state: "'returned'", return_code: 'NULL', ended_at: 'now()', wallet_account_id: 'NULL' },
      { state: "'paid'", return_code: "'R01'", ended_at: 'now()', wallet_account_id: 'NULL' }
    ],
    payments_return_code_check: [{ return_code: "'R1'" }, { return_code: "'r01'" }, { return_code: "'R0111'" }],
    payments_under_way: [
      { state: "'scheduled'", wallet_account_id: 'NULL' },
      { state: "'sent'", wallet_account_id: 'NULL' },
      { state: "'accepted'", wallet_account_id: 'NULL' },
      {
        state: "'cancelled'",
        ended_at: 'now()',
        ended_by: "'00000000-0000-7000-8000-000000000001'",
        wallet_account_id: "'00000000-0000-7000-8000-000000000001'"
      }
    ]
  },
  recurring_payments: {
    recurring_payments_amount: [
      { pays: "'fixed'", amount: 'NULL' },
      { pays: "'statement'", amount: '150' }
    ],
    recurring_payments_amount_check: [
      { pays: "'fixed'", amount: '99.99' },
      { pays: "'fixed'", amount: '100000000' },
      { pays: "'fixed'", amount: '100.001' }
    ],
    recurring_payments_authorization_text_check: [
      { authorization_text: "''" },
      { authorization_text: "repeat('x', 2001)" }
    ],
    recurring_payments_currency_check: [{ currency: "'eur'" }],
    recurring_payments_from_last_four_check: [{ from_last_four: "'123'" }],
    recurring_payments_days_before_check: [{ days_before: '-1' }, { days_before: '21' }],
    recurring_payments_end: [
      { state: "'stopped'", ended_at: 'NULL' },
      { state: "'active'", ended_at: 'now()' }
    ],
    recurring_payments_payer_check: [{ payer: "'[]'" }]
  },
  recurring_runs: {
    recurring_runs_outcome: [
      { outcome: "'made'", payment_id: 'NULL', reason: 'NULL' },
      { outcome: "'skipped'", payment_id: 'NULL', reason: 'NULL' },
      { outcome: "'nothing'", payment_id: 'NULL', reason: "'least'" }
    ],
    recurring_runs_reason_check: [{ outcome: "'skipped'", payment_id: 'NULL', reason: "'mood'" }]
  },
  sepa_mandates: {
    sepa_mandates_authorization_text_check: [{ authorization_text: "''" }, { authorization_text: "repeat('x', 4001)" }],
    sepa_mandates_block_code_check: [{ state: "'blocked'", ended_at: 'now()', block_code: "'AM04'" }],
    sepa_mandates_blocked: [
      { state: "'blocked'", ended_at: 'now()' },
      { state: "'lapsed'", ended_at: 'now()', block_code: "'MD01'" }
    ],
    sepa_mandates_collected: [{ creditor_id: "'DE98ZZZ09999999999'" }, { collected_on: "'2026-03-17'" }],
    sepa_mandates_creditor_id_check: [{ creditor_id: "'de98'", collected_on: "'2026-03-17'" }],
    sepa_mandates_ended: [{ state: "'cancelled'" }, { ended_at: 'now()' }],
    sepa_mandates_number_check: [{ number: '0' }, { number: '1000000' }],
    sepa_mandates_reference_check: [{ reference: "''" }, { reference: "repeat('X', 36)" }, { reference: "'a'" }]
  },
  payment_files: {
    payment_files_currency: [{ rail: "'nacha'", currency: "'EUR'" }],
    payment_files_currency_check: [{ currency: "'eur'" }],
    payment_files_message_id_check: [{ message_id: "''" }, { message_id: "repeat('X', 36)" }, { message_id: "'a'" }],
    payment_files_number_check: [{ number: '0' }],
    payment_files_payment_count_check: [{ payment_count: '0' }],
    payment_files_total_check: [{ total: '0' }, { total: '-1' }, { kind: "'validation'", total: '1' }]
  },
  payment_entries: {
    payment_entries_change_code_check: [{ change_code: "'R01'" }, { change_code: "'C1'" }],
    payment_entries_trace_check: [{ trace: "''" }, { trace: "repeat('X', 36)" }, { trace: "'a'" }]
  },
  payment_answers: {
    payment_answers_accepted_check: [{ accepted: '-1' }],
    payment_answers_changes_check: [{ changes: '-1' }],
    payment_answers_file_name_check: [{ file_name: "''" }, { file_name: "repeat('x', 256)" }],
    payment_answers_file_sha256_check: [{ file_sha256: "''" }],
    payment_answers_identity_check: [{ identity: "''" }, { identity: "repeat('x', 101)" }],
    payment_answers_paid_check: [{ paid: '-1' }],
    payment_answers_refusal_check: [{ refusal: "'[]'" }],
    payment_answers_refused: [
      { refusal: 'NULL', identity: 'NULL' },
      { refusal: "'{}'", identity: "'x'" },
      { refusal: "'{}'", identity: 'NULL', accepted: '1' }
    ],
    payment_answers_returned_check: [{ returned: '-1' }]
  },
  account_statements: {
    account_statements_agree: [{ closing: '1', opening: '0', charges: '0', payments: '0' }],
    account_statements_currency_check: [{ currency: "'eur'" }],
    account_statements_days: [{ opened_on: "'2026-03-01'", closed_on: "'2026-02-28'" }]
  },
  validation_entries: {
    validation_entries_trace_check: [{ trace: "''" }, { trace: "repeat('X', 36)" }, { trace: "'a'" }]
  },
  repayment_accounts: {
    repayment_accounts_authorization_text_check: [
      { authorization_text: "''" },
      { authorization_text: "repeat('x', 2001)" }
    ]
  },
  repayment_entries: {
    repayment_entries_collected: [
      { mandate_id: 'gen_random_uuid()', direction: "'credit'" },
      { mandate_id: 'gen_random_uuid()', direction: "'debit'", repayment_id: 'NULL' }
    ],
    repayment_entries_last_four_check: [{ last_four: "'123'" }],
    repayment_entries_return_code_check: [{ return_code: "'r1'" }],
    repayment_entries_trace_check: [{ trace: "'a b'" }]
  },
  repayments: {
    repayments_agreed: [{ agreed_at: 'now()' }, { authorization_text: "'Agreed.'" }],
    repayments_advance_check: [{ own: '1', personal: '0', advance: '-1', amount: '2' }],
    repayments_amount: [
      { own: '2', personal: '1', amount: '2' },
      { own: '1', personal: '1', amount: '0' }
    ],
    repayments_currency_check: [{ currency: "'eur'" }],
    repayments_end: [{ state: "'settled'", wallet_account_id: 'NULL', ended_at: 'NULL' }],
    repayments_last_four_check: [{ last_four: "'123'" }],
    repayments_number_check: [{ number: '0' }],
    repayments_own_check: [{ own: '-1', personal: '-2', amount: '1' }],
    repayments_personal_check: [{ own: '1', personal: '-1', amount: '2' }],
    repayments_return: [
      { state: "'returned'", return_code: 'NULL', wallet_account_id: 'NULL', ended_at: 'now()' },
      { state: "'settled'", return_code: "'R03'", wallet_account_id: 'NULL', ended_at: 'now()' }
    ],
    repayments_return_code_check: [
      { state: "'returned'", return_code: "'r1'", wallet_account_id: 'NULL', ended_at: 'now()' }
    ],
    repayments_tries_check: [{ tries: '-1' }],
    repayments_under_way: [{ state: "'in_file'", wallet_account_id: 'NULL', ended_at: 'NULL' }]
  },
  wallet_accounts: {
    wallet_accounts_amounts: [
      { amounts_hash: "sha256('x')", validation: "'prenote'", ...US },
      { amounts_hash: "sha256('x')", validation: 'NULL' },
      { state: "'validating'", validation: "'micro_entries'", ...US }
    ],
    wallet_accounts_amounts_hash_check: [{ amounts_hash: "'x'", validation: "'micro_entries'", ...US }],
    wallet_accounts_block_code_check: [{ state: "'blocked'", block_reason: "'returned'", block_code: "'r1'" }],
    wallet_accounts_blocked: [
      { state: "'blocked'" },
      { state: "'usable'", block_reason: "'tries'" },
      { state: "'blocked'", block_reason: "'returned'" },
      { state: "'blocked'", block_reason: "'expired'", block_code: "'R03'" },
      { block_code: "'R03'" }
    ],
    wallet_accounts_tries_check: [{ tries: '-1' }, { tries: '4' }],
    wallet_accounts_validation: [
      { state: "'added'" },
      { state: "'validating'" },
      { validation: "'prenote'", scheme: "'iban'", routing_number: 'NULL', kind: 'NULL', country: "'SE'" }
    ],
    wallet_accounts_country_check: [{ country: "'se'" }],
    wallet_accounts_decided: [
      { state: "'proposed'", decided_at: 'now()', decided_by: SOMEBODY },
      { state: "'usable'", decided_at: 'now()' },
      { state: "'declined'", decline_reason: "'x'" },
      { state: "'declined'", decided_at: 'now()', decided_by: SOMEBODY },
      { decline_reason: "'x'" }
    ],
    wallet_accounts_decline_reason_check: [
      { state: "'declined'", decided_at: 'now()', decided_by: SOMEBODY, decline_reason: "''" },
      { state: "'declined'", decided_at: 'now()', decided_by: SOMEBODY, decline_reason: "repeat('x', 501)" }
    ],
    wallet_accounts_holder_name_check: [{ holder_name: "''" }, { holder_name: "repeat('x', 71)" }],
    wallet_accounts_last_four_check: [{ last_four: "'123'" }, { last_four: "'12 4'" }],
    wallet_accounts_nickname_check: [{ nickname: "''" }, { nickname: "repeat('x', 41)" }],
    wallet_accounts_number_hash_check: [{ number_hash: "''" }],
    wallet_accounts_of_scheme: [
      { scheme: "'us'", routing_number: 'NULL', kind: "'checking'", country: "'US'" },
      { scheme: "'us'", routing_number: "'021000021'", kind: 'NULL', country: "'US'" },
      { scheme: "'us'", routing_number: "'021000021'", kind: "'checking'", country: "'SE'" },
      { scheme: "'iban'", routing_number: "'021000021'", kind: 'NULL', country: "'SE'" },
      { scheme: "'iban'", routing_number: 'NULL', kind: "'savings'", country: "'SE'" },
      { scheme: "'iban'", routing_number: 'NULL', kind: 'NULL', country: "'US'" }
    ],
    wallet_accounts_place_check: [{ place: '0' }, { place: '6' }],
    wallet_accounts_routing_number_check: [{ routing_number: "'021000022'" }, { routing_number: "'02100002x'" }],
    wallet_accounts_second_person: [{ user_id: SOMEBODY, decided_at: 'now()', decided_by: SOMEBODY }]
  },
  disputes: {
    disputes_amount_check: [{ amount: '0' }],
    disputes_answers_check: [{ answers: "'{}'" }, { answers: 'to_jsonb(array_fill(1, ARRAY[100]))' }],
    disputes_check: [
      { amount: '5', credit_amount: '0' },
      { amount: '5', credit_amount: '6' }
    ],
    disputes_credit: [
      { state: "'under_review'", credit_amount: '1', credit_on: 'NULL' },
      { state: "'submitted'", credit_amount: '1', credit_on: "'2026-01-02'" }
    ],
    disputes_currency_check: [{ currency: "repeat('x', 3)" }],
    disputes_end: [
      { state: "'won'", note: "'x'", ended_by: "'00000000-0000-7000-8000-000000000001'", ended_at: 'NULL' },
      { state: "'lost'", note: 'NULL', ended_by: "'00000000-0000-7000-8000-000000000001'", ended_at: 'now()' },
      { state: "'withdrawn'", note: "'x'", ended_by: 'NULL', ended_at: 'now()' },
      { state: "'withdrawn'", note: 'NULL', ended_by: 'NULL', ended_at: 'now()' },
      { state: "'refunded'", note: 'NULL', ended_by: 'NULL', ended_at: 'NULL' },
      { state: "'past_time'", note: 'NULL', ended_by: 'NULL', ended_at: 'NULL' },
      { state: "'under_review'", note: "'x'", ended_by: "'00000000-0000-7000-8000-000000000001'", ended_at: 'now()' }
    ],
    disputes_explanation_check: [{ explanation: "''" }, { explanation: "repeat('x', 1025)" }],
    disputes_in_time: [{ posting_date: "'2026-01-02'", file_by: "'2026-01-01'" }],
    disputes_merchant_answer_check: [{ merchant_answer: "''" }, { merchant_answer: "repeat('x', 256)" }],
    disputes_merchant_name_check: [{ merchant_name: "''" }, { merchant_name: "repeat('x', 81)" }],
    disputes_note_check: [{ note: "''" }, { note: "repeat('x', 1025)" }],
    disputes_number_check: [{ number: '0' }],
    disputes_reason_code_check: [{ reason_code: "''" }, { reason_code: "repeat('x', 3)" }],
    disputes_reason_name_check: [{ reason_name: "''" }, { reason_name: "repeat('x', 76)" }],
    disputes_reversal: [
      { credit_reversed: '1', credit_reversed_on: 'NULL' },
      { credit_amount: 'NULL', credit_reversed: '1', credit_reversed_on: "'2026-01-02'" }
    ],
    disputes_won_amount: [
      { state: "'partly_won'", won_amount: 'NULL' },
      { state: "'won'", won_amount: '1' },
      { state: "'partly_won'", amount: '5', won_amount: '5' }
    ],
    disputes_submission: [
      { state: "'submitted'", submitted_at: 'NULL', submitted_by: 'NULL' },
      { state: "'draft'", submitted_at: 'now()', submitted_by: "'00000000-0000-7000-8000-000000000001'" },
      { state: "'submitted'", submitted_at: 'now()', submitted_by: 'NULL' }
    ]
  },
  dispute_cases: {
    dispute_cases_acknowledged: [{ state: "'open'", case_number: 'NULL' }],
    dispute_cases_case_number_check: [{ case_number: "''" }, { case_number: "repeat('x', 41)" }],
    dispute_cases_network_check: [{ network: "''" }, { network: "'No'" }],
    dispute_cases_network_code_check: [{ network_code: "''" }, { network_code: "repeat('x', 11)" }]
  },
  dispute_commands: {
    dispute_commands_answer: [{ refusal: "'x'", answered_at: 'NULL' }],
    dispute_commands_first: [
      { round: '1', kind: "'accept'" },
      { round: '2', kind: "'file'" }
    ],
    dispute_commands_refusal_check: [{ refusal: "''" }, { refusal: "repeat('x', 256)" }],
    dispute_commands_round_check: [{ round: '0' }, { round: '21' }]
  },
  dispute_evidence: {
    dispute_evidence_answer: [
      { answered_at: 'NULL', network_reference: "'x'" },
      { answered_at: 'now()', network_reference: 'NULL', refusal: 'NULL' },
      { answered_at: 'now()', network_reference: "'x'", refusal: "'x'" }
    ],
    dispute_evidence_media_type_check: [{ media_type: "''" }, { media_type: "repeat('x', 101)" }],
    dispute_evidence_name_check: [{ name: "''" }, { name: "repeat('x', 256)" }],
    dispute_evidence_network_reference_check: [{ network_reference: "''" }, { network_reference: "repeat('x', 81)" }],
    dispute_evidence_refusal_check: [{ refusal: "''" }, { refusal: "repeat('x', 256)" }],
    dispute_evidence_sha256_check: [{ sha256: "''" }],
    dispute_evidence_size_check: [{ size: '0' }]
  },
  simulated_evidence: {
    simulated_evidence_case_number_check: [{ case_number: "''" }, { case_number: "repeat('x', 41)" }],
    simulated_evidence_key_check: [{ key: "''" }, { key: "repeat('x', 121)" }],
    simulated_evidence_name_check: [{ name: "''" }, { name: "repeat('x', 256)" }],
    simulated_evidence_sha256_check: [{ sha256: "''" }],
    simulated_evidence_size_check: [{ size: '0' }]
  },
  dispute_steps: {
    dispute_steps_event_id_check: [{ event_id: "''" }, { event_id: "repeat('x', 81)" }]
  },
  dispute_cursors: {
    dispute_cursors_cursor_check: [{ cursor: "''" }, { cursor: "repeat('x', 256)" }],
    dispute_cursors_network_check: [{ network: "''" }, { network: "'No'" }]
  },
  simulated_claims: {
    simulated_claims_amount: [
      { kind: "'file'", amount: 'NULL' },
      { kind: "'accept'", amount: '1' }
    ],
    simulated_claims_case_number_check: [{ case_number: "''" }, { case_number: "repeat('x', 41)" }],
    simulated_claims_key_check: [{ key: "''" }, { key: "repeat('x', 81)" }]
  },
  quick_links: {
    quick_links_address_check: [
      { address: "'/portal'" },
      { address: "'/workspaces'" },
      { address: "'/workspace/' || repeat('x', 1990)" }
    ],
    quick_links_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    quick_links_position_check: [{ position: '-1' }, { position: '21' }]
  },
  purchase_group_records: {
    purchase_group_records_entity_check: [{ entity: "'tax-rate'" }]
  },
  purchase_groups: {
    purchase_groups_instructions_check: [{ instructions: "''" }, { instructions: "repeat('x', 901)" }],
    purchase_groups_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    purchase_groups_version_check: [{ version: '0' }]
  },
  purchase_request_decisions: {
    purchase_request_decisions_comment_check: [{ comment: "''" }, { comment: "repeat('x', 1025)" }],
    purchase_request_decisions_position_check: [{ position: '0' }],
    purchase_request_decisions_reason: [{ approved: 'FALSE', comment: 'NULL' }]
  },
  purchase_request_invoices: {
    purchase_request_invoices_amount_check: [{ amount: '0' }],
    purchase_request_invoices_number_check: [{ number: "''" }, { number: "repeat('x', 51)" }],
    purchase_request_invoices_order_number_check: [{ order_number: "''" }, { order_number: "repeat('x', 51)" }],
    purchase_request_invoices_position_check: [{ position: '0' }, { position: '5001' }]
  },
  purchase_request_lines: {
    purchase_request_lines_description_check: [{ description: "''" }, { description: "repeat('x', 256)" }],
    purchase_request_lines_position_check: [{ position: '0' }, { position: '101' }],
    purchase_request_lines_quantity_check: [{ quantity: '0' }],
    purchase_request_lines_tax_check: [{ tax: '-1' }],
    purchase_request_lines_unit_cost_check: [{ unit_cost: '-1' }]
  },
  purchase_requests: {
    purchase_requests_behalf: [{ behalf_of_id: SOMEBODY, requester_id: SOMEBODY }],
    purchase_requests_currency_check: [{ currency: "repeat('x', 2)" }],
    purchase_requests_custom_values_check: [{ custom_values: "'[]'" }],
    purchase_requests_limit: [{ total: '2', purchase_limit: '1' }],
    purchase_requests_note_check: [{ note: "''" }, { note: "repeat('x', 2001)" }],
    purchase_requests_number_check: [{ number: '0' }],
    purchase_requests_submitted: [
      { state: "'draft'", submitted_at: 'now()' },
      { state: "'pending'", submitted_at: 'NULL' }
    ],
    purchase_requests_terms_check: [{ terms: "'[]'" }],
    purchase_requests_total_check: [{ total: '0' }],
    purchase_requests_travel_check: [{ travel: "'[]'" }],
    purchase_requests_version_check: [{ version: '0' }]
  },
  receipt_likes: {
    receipt_likes_other: [{ attachment_id: SOMEBODY, like_id: SOMEBODY }]
  },
  receipt_readings: {
    receipt_readings_attempts_check: [{ attempts: '4' }, { attempts: '-1' }],
    receipt_readings_marks: [{ marks: "'{1,2,3,4,5,6,7,8}'" }],
    receipt_readings_state_check: [{ state: "'lost'" }],
    receipt_readings_words: [{ state: "'read'" }, { words: "'\\x00'" }]
  },
  receipts: {
    receipts_amount_check: [{ amount: '0' }],
    receipts_sha256_check: [{ sha256: "''" }]
  },
  recent_items: {
    recent_items_kind_check: [{ kind: "''" }]
  },
  recognized_browsers: {
    recognized_browsers_browser_hash_check: [{ browser_hash: "''" }],
    recognized_browsers_check: [{ recognized_at: "'2026-01-01T00:00:00Z'", expires_at: "'2027-01-02T00:00:01Z'" }]
  },
  registration_locks: {
    registration_locks_check: [{ misses: '2', locked_at: "'2026-01-01T00:00:00Z'" }],
    registration_locks_check1: [{ issuer_id: 'NULL', node_id: "'00000000-0000-7000-8000-000000000001'" }],
    registration_locks_label_check: [{ label: "''" }, { label: "repeat('x', 255)" }],
    registration_locks_misses_check: [{ misses: '0' }, { misses: '4' }],
    registration_locks_subject_hash_check: [{ subject_hash: "''" }]
  },
  registration_starts: {
    registration_starts_check: [{ started_at: "'2026-01-01T00:00:00Z'", expires_at: "'2026-01-02T00:00:01Z'" }],
    registration_starts_state_check: [{ state: "'matched'" }],
    registration_starts_token_hash_check: [{ token_hash: "''" }]
  },
  registrations: {
    registrations_check: [{ state: "'started'", token_hash: "'\\x00'" }],
    registrations_check1: [{ state: "'started'", expires_at: "'2026-01-01T00:00:00Z'" }],
    registrations_check2: [{ state: "'started'", decided_at: "'2026-01-01T00:00:00Z'" }],
    registrations_check3: [{ state: "'started'", reason: "''" }],
    registrations_details_check: [{ details: "'[]'" }],
    registrations_email_check: [{ email: "repeat('x', 2)" }, { email: "repeat('x', 255)" }],
    registrations_name_check: [{ name: "''" }, { name: "repeat('x', 81)" }],
    registrations_reason_check: [{ reason: "''" }, { reason: "repeat('x', 501)" }],
    registrations_state_check: [{ state: "'started'" }],
    registrations_token_hash_check: [{ token_hash: "''" }]
  },
  reset_tokens: {
    reset_tokens_check: [{ issued_at: "'2026-01-01T00:00:00Z'", expires_at: "'2026-01-01T00:15:01Z'" }],
    reset_tokens_check1: [{ status: "'active'", used_at: "'2026-01-01T00:00:00Z'" }],
    reset_tokens_token_hash_check: [{ token_hash: "''" }],
    reset_tokens_tries_check: [{ tries: '-1' }, { tries: '6' }]
  },
  spending_alert_firings: {
    spending_alert_firings_amount_check: [{ amount: '-1' }],
    spending_alert_firings_cause: [
      { ...NO_CAUSE, transaction_id: "'00000000-0000-7000-8000-000000000001'" },
      {
        ...NO_CAUSE,
        transaction_id: "'00000000-0000-7000-8000-000000000001'",
        posting_date: "'2026-01-01'",
        period_start: "'2026-01-01'",
        step: '100'
      },
      { ...NO_CAUSE, period_start: "'2026-01-01'" },
      {
        ...NO_CAUSE,
        authorization_id: "'00000000-0000-7000-8000-000000000001'",
        period_start: "'2026-01-01'",
        step: '100'
      },
      NO_CAUSE
    ],
    spending_alert_firings_currency_check: [{ currency: "'eur'" }],
    spending_alert_firings_reached_check: [{ reached: '0' }],
    spending_alert_firings_step_check: [
      { ...NO_CAUSE, period_start: "'2026-01-01'", step: '50' },
      { ...NO_CAUSE, period_start: "'2026-01-01'", step: '101' }
    ]
  },
  spending_alert_rules: {
    spending_alert_rules_abroad: [
      { ...NO_MEASURE, measure: "'country_in'" },
      { ...NO_MEASURE, measure: "'declined'", countries: "'{NO}'" }
    ],
    spending_alert_rules_amount: [
      { ...NO_MEASURE, measure: "'charge'" },
      { ...NO_MEASURE, measure: "'charge'", amount: '1' },
      { ...NO_MEASURE, measure: "'charge_share'" },
      { ...NO_MEASURE, measure: "'any'", merchant: "'x'", percent: '1' },
      { ...NO_MEASURE, measure: "'any'", merchant: "'x'", amount: '1', currency: "'EUR'" }
    ],
    spending_alert_rules_amount_check: [{ ...NO_MEASURE, measure: "'charge'", amount: '0', currency: "'EUR'" }],
    spending_alert_rules_any: [{ ...NO_MEASURE, measure: "'any'" }],
    spending_alert_rules_categories_check: [{ categories: "array_fill('x'::text, ARRAY[21])" }],
    spending_alert_rules_countries_check: [
      { ...NO_MEASURE, measure: "'country_in'", countries: "array_fill('NO'::text, ARRAY[61])" }
    ],
    spending_alert_rules_days_check: [
      { ...NO_MEASURE, measure: "'unreviewed'", days: '0' },
      { ...NO_MEASURE, measure: "'unreviewed'", days: '91' }
    ],
    spending_alert_rules_from_time_check: [{ ...HOURS, from_time: "'24:00'" }],
    spending_alert_rules_to_time_check: [{ ...HOURS, to_time: "'9:00'" }],
    spending_alert_rules_time_zone_check: [{ ...HOURS, time_zone: "''" }],
    spending_alert_rules_hours: [
      { ...HOURS, time_zone: 'NULL' },
      { ...HOURS, from_time: 'NULL', to_time: 'NULL' },
      { ...HOURS, to_time: 'NULL' },
      { ...HOURS, to_time: "'22:00'" },
      { ...NO_MEASURE, measure: "'declined'", weekends: 'true' }
    ],
    spending_alert_rules_currency_check: [{ ...NO_MEASURE, measure: "'charge'", amount: '1', currency: "'eur'" }],
    spending_alert_rules_measure_check: [{ ...NO_MEASURE, measure: "'decline'" }],
    spending_alert_rules_merchant_check: [{ merchant: "''" }, { merchant: "repeat('x', 81)" }],
    spending_alert_rules_percent_check: [
      { ...NO_MEASURE, measure: "'charge_share'", percent: '0' },
      { ...NO_MEASURE, measure: "'charge_share'", percent: '101' }
    ],
    spending_alert_rules_period_check: [{ ...NO_MEASURE, measure: "'card_share'", percent: '1', period: "'year'" }],
    spending_alert_rules_total: [
      { ...NO_MEASURE, measure: "'card_share'", percent: '1' },
      { ...NO_MEASURE, measure: "'charge_share'", percent: '1', period: "'day'" },
      { ...NO_MEASURE, measure: "'charge_share'", percent: '1', early: 'true' }
    ],
    spending_alert_rules_wait: [
      { ...NO_MEASURE, measure: "'no_receipt'" },
      { ...NO_MEASURE, measure: "'declined'", days: '5' }
    ]
  },
  spending_alerts: {
    spending_alerts_brand_name_check: [{ brand_name: "''" }, { brand_name: "repeat('x', 61)" }],
    spending_alerts_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    spending_alerts_version_check: [{ version: '0' }]
  },
  report_definitions: {
    report_definitions_ask_check: [{ ask: "array_fill('x'::text, ARRAY[11])" }],
    report_definitions_any_of_check: [{ any_of: "'{a,b,c,d,e,f}'" }],
    report_definitions_calculated_check: [{ calculated: "'{}'" }, { calculated: "'[1,2,3,4,5,6]'" }],
    report_definitions_columns_check: [{ columns: "'{}'" }, { columns: "array_fill('x'::text, ARRAY[257])" }],
    report_definitions_data_set_check: [{ data_set: "''" }, { data_set: "repeat('x', 61)" }],
    report_definitions_groups_check: [{ groups: "'{a,b,c,d}'" }],
    report_definitions_headings_check: [{ headings: "'[]'" }],
    report_definitions_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    report_definitions_period_check: [{ period: "''" }, { period: "repeat('x', 61)" }],
    report_definitions_check: [
      { pivot: "''", groups: "'{a}'" },
      { pivot: "repeat('x', 61)", groups: "'{a}'" },
      { pivot: "'state'", groups: "'{}'" }
    ],
    report_definitions_query_check: [{ query: "repeat('x', 2001)" }],
    report_definitions_version_check: [{ version: '0' }]
  },
  resource_opens: {
    resource_opens_check: [{ first_at: "'2026-01-02T00:00:00Z'", last_at: "'2026-01-01T00:00:00Z'" }],
    resource_opens_times_check: [{ times: '0' }]
  },
  resource_visits: {
    resource_visits_check: [{ seen_at: "'2026-01-01T00:00:00Z'", before_at: "'2026-01-01T00:00:00Z'" }]
  },
  report_shares: {
    report_shares_roles: [{ node_id: 'NULL', roles: "'{C}'" }],
    report_shares_roles_check: [{ roles: "'{Z}'" }, { roles: 'ARRAY[NULL]::user_role[]' }],
    report_shares_with: [
      { user_id: SOMEBODY, node_id: SOMEBODY },
      { user_id: 'NULL', node_id: 'NULL' }
    ]
  },
  report_deliveries: {
    report_deliveries_outcome_check: [{ outcome: "'lost'" }]
  },
  report_firings: {
    report_firings_check: [{ due_at: "'2026-01-02T00:00:00Z'", fired_at: "'2026-01-01T23:59:59Z'" }],
    report_firings_check1: [{ fired_at: "'2026-01-02T00:00:00Z'", failed_at: "'2026-01-01T23:59:59Z'" }]
  },
  report_schedules: {
    report_schedules_addresses: [{ attached: 'false', addresses: "'{ada@partner.example}'" }],
    report_schedules_addresses_check: [
      { attached: 'true', password: "repeat('x', 40)::bytea", addresses: "'{a,b,c,d,e,f}'" },
      { attached: 'true', password: "repeat('x', 40)::bytea", addresses: 'ARRAY[NULL]::text[]' }
    ],
    report_schedules_attached: [{ attached: 'true', password: 'NULL' }],
    report_schedules_adjustment_check: [{ adjustment: "'later'" }],
    report_schedules_brand_name_check: [{ brand_name: "''" }, { brand_name: "repeat('x', 61)" }],
    report_schedules_business_day_check: [{ business_day: '0' }, { business_day: '21' }],
    report_schedules_days_after_check: [{ days_after: '-1' }, { days_after: '21' }],
    report_schedules_deleted: [{ deleted_at: "'2026-01-01T00:00:00Z'", next_at: "'2026-01-02T00:00:00Z'" }],
    report_schedules_definition: [{ report: "'users'", definition_id: "'00000000-0000-7000-8000-000000000001'" }],
    report_schedules_feed: [{ frequency: "'daily'", feed_mapping_id: SOMEBODY }],
    report_schedules_fiscal_period_check: [{ fiscal_period: "'week'" }],
    report_schedules_format_check: [{ format: "'docx'" }],
    report_schedules_frequency_check: [{ frequency: "'hourly'" }],
    report_schedules_month_day_check: [{ month_day: '0' }, { month_day: '32' }],
    report_schedules_nth_check: [{ nth: '0' }, { nth: '6' }],
    report_schedules_password_check: [{ password: "repeat('x', 35)::bytea" }, { password: "repeat('x', 109)::bytea" }],
    report_schedules_pause: [
      { paused_at: "'2026-01-01T00:00:00Z'", pause_cause: 'NULL' },
      { paused_at: 'NULL', pause_cause: "'owner'" }
    ],
    report_schedules_pause_cause_check: [{ pause_cause: "'mood'" }],
    report_schedules_paused: [{ paused_at: "'2026-01-01T00:00:00Z'", next_at: "'2026-01-02T00:00:00Z'" }],
    report_schedules_period_check: [{ period: "''" }, { period: "repeat('x', 61)" }],
    report_schedules_range: [{ starts_on: "'2026-01-02'", ends_on: "'2026-01-01'" }],
    report_schedules_report_check: [{ report: "''" }, { report: "repeat('x', 61)" }],
    report_schedules_roles: [{ node_id: 'NULL', roles: "'{C}'" }],
    report_schedules_roles_check: [{ roles: "'{Z}'" }, { roles: 'ARRAY[NULL]::user_role[]' }],
    report_schedules_rule: [
      { frequency: "'weekly'", weekdays: "'{}'" },
      { frequency: "'daily'", weekdays: "'{1}'" },
      { ...NO_RULE, frequency: "'daily'", month_day: '1' },
      { ...NO_RULE, frequency: "'daily'", nth: '1', weekday: '1' },
      { ...NO_RULE, frequency: "'daily'", cycle_id: "'00000000-0000-7000-8000-000000000001'", days_after: '1' },
      { ...NO_RULE, frequency: "'daily'", business_day: '1' },
      { ...NO_RULE, frequency: "'daily'", fiscal_period: "'year'" },
      { ...NO_RULE, frequency: "'daily'", days_after: '1' },
      { ...NO_RULE, frequency: "'fiscal_end'", fiscal_period: "'year'" },
      { ...NO_RULE, frequency: "'fiscal_end'", days_after: '1' },
      { ...NO_RULE, frequency: "'monthly'" },
      { ...NO_RULE, frequency: "'nth_business_day'" },
      { ...NO_RULE, frequency: "'nth_weekday'", nth: '1' },
      { ...NO_RULE, frequency: "'nth_weekday'", weekday: '1' },
      { ...NO_RULE, frequency: "'cycle_end'", days_after: '1' },
      { ...NO_RULE, frequency: "'cycle_end'", cycle_id: "'00000000-0000-7000-8000-000000000001'" }
    ],
    report_schedules_time_of_day_check: [{ time_of_day: "'24:00'" }, { time_of_day: "'7:00'" }],
    report_schedules_time_zone_check: [{ time_zone: "''" }, { time_zone: "repeat('x', 61)" }],
    report_schedules_version_check: [{ version: '0' }],
    report_schedules_weekday_check: [{ weekday: '0' }, { weekday: '8' }],
    report_schedules_weekdays_check: [{ weekdays: "'{8}'" }, { weekdays: "'{1,1,1,1,1,1,1,1}'" }]
  },
  report_runs: {
    report_runs_check: [{ created_at: "'2026-01-01T00:00:00Z'", expires_at: "'2026-01-01T00:00:00Z'" }],
    report_runs_written: [{ file_id: 'NULL', size: '1', sha256: 'NULL', row_count: 'NULL' }],
    report_runs_compared: [
      {
        file_id: 'NULL',
        size: 'NULL',
        sha256: 'NULL',
        row_count: 'NULL',
        selection: "sha256('a')",
        rows_sha256: "sha256('a')"
      },
      { selection: "sha256('a')", rows_sha256: 'NULL' },
      { selection: 'NULL', rows_sha256: 'NULL', comparison: "'{}'" }
    ],
    report_runs_comparison_check: [{ selection: "sha256('a')", rows_sha256: "sha256('a')", comparison: "'[]'" }],
    report_runs_definition_version_check: [{ definition_version: '0' }],
    report_runs_rows_sha256_check: [{ selection: "sha256('a')", rows_sha256: "''" }],
    report_runs_selection_check: [{ selection: "''", rows_sha256: "sha256('a')" }],
    report_runs_criteria_check: [{ criteria: "'[]'" }],
    report_runs_data_set_check: [{ data_set: "''" }, { data_set: "repeat('x', 61)" }],
    report_runs_format_check: [{ format: "'docx'" }],
    report_runs_password_check: [
      { protected: 'true', password: "repeat('x', 35)::bytea" },
      { protected: 'true', password: "repeat('x', 109)::bytea" }
    ],
    report_runs_protected: [{ protected: 'false', password: "repeat('x', 40)::bytea" }],
    report_runs_name_check: [{ name: "''" }, { name: "repeat('x', 201)" }],
    report_runs_report_check: [{ report: "''" }, { report: "repeat('x', 61)" }],
    report_runs_row_count_check: [{ row_count: '-1' }],
    report_runs_scope_nodes_check: [{ scope_nodes: "'{}'" }],
    report_runs_sha256_check: [{ sha256: "''" }],
    report_runs_size_check: [{ size: '-1' }]
  },
  saved_views: {
    saved_views_listing_check: [{ listing: "''" }],
    saved_views_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    saved_views_query_check: [{ query: "repeat('x', 2001)" }]
  },
  search_words: {
    search_words_word_check: [{ word: "repeat('x', 2)" }]
  },
  security_answers: {
    security_answers_answer_hash_check: [{ answer_hash: "''" }]
  },
  security_questions: {
    security_questions_question_id_check: [{ question_id: "''" }]
  },
  sessions: {
    sessions_check: [{ created_at: "'2026-01-01T00:00:00Z'", expires_at: "'2026-01-01T12:00:01Z'" }],
    sessions_check1: [{ accessor_issuer_id: 'NULL', accessor_user_id: "'00000000-0000-7000-8000-000000000001'" }],
    sessions_check2: [{ accessor_user_id: 'NULL', accessor_session_id: "'00000000-0000-7000-8000-000000000001'" }],
    sessions_check3: [{ kind: "'full'", accessor_user_id: "'00000000-0000-7000-8000-000000000001'" }],
    sessions_check4: [
      {
        created_at: "'2026-01-01T00:00:00Z'",
        expires_at: "'2026-01-01T00:15:01Z'",
        accessor_user_id: "'00000000-0000-7000-8000-000000000001'"
      }
    ],
    sessions_idle_timeout_seconds_check: [{ idle_timeout_seconds: '29' }, { idle_timeout_seconds: '901' }],
    sessions_token_hash_check: [{ token_hash: "''" }],
    sessions_user_agent_check: [{ user_agent: "repeat('x', 513)" }]
  },
  settings: {
    settings_key_check: [{ key: "''" }],
    settings_value_check: [{ value: "to_jsonb(repeat('x', 4001))" }]
  },
  setup_record_keys: {
    setup_record_keys_key_check: [{ key: "''" }],
    setup_record_keys_value_check: [{ value: "repeat('x', 2101)" }]
  },
  setup_records: {
    setup_records_bank_originator: [
      { entity: "'bank-originator'", data: "'{}'" },
      { entity: "'bank-originator'", data: `'{"rail": "sepa"}'` },
      { entity: "'bank-originator'", data: `'{"rail": "sepa", "iban": "DE89370400440532013000"}'` }
    ],
    setup_records_code_check: [{ code: "''" }, { code: "repeat('x', 256)" }],
    setup_records_data_check: [{ data: "'[]'" }],
    setup_records_entity_check: [{ entity: "''" }],
    setup_records_name_check: [{ name: "''" }, { name: "repeat('x', 1025)" }],
    setup_records_integrator: [
      { entity: "'integrator'", name: "'Hub'", data: `'{"key":"whsec_abc"}'` },
      { entity: "'integrator'", name: "'Hub'", data: `'{"credential":"a password"}'` }
    ],
    setup_records_real_card: [
      { entity: "'real-card'", name: "'Fleet'", data: "'{}'" },
      { entity: "'real-card'", name: "'Fleet'", data: realCard('4111111111111111', '06/29') },
      { entity: "'real-card'", name: "'Fleet'", data: realCard(KEPT, '13/29') },
      { entity: "'real-card'", name: "'Fleet 12345'", data: realCard(KEPT, '06/29') },
      { entity: "'real-card'", name: "'Fleet １２３４５'", data: realCard(KEPT, '06/29') },
      { entity: "'real-card'", name: "repeat('x', 41)", data: realCard(KEPT, '06/29') }
    ]
  },
  setup_references: {
    setup_references_check: [{ target_record_id: 'NULL', target_node_id: 'NULL', target_file_id: 'NULL' }],
    setup_references_field_check: [{ field: "''" }]
  },
  setup_secrets: {
    setup_secrets_field_check: [{ field: "''" }],
    setup_secrets_key_id_check: [{ key_id: "''" }],
    setup_secrets_sealed_check: [{ sealed: "''" }]
  },
  setup_totals: {
    setup_totals_check: [{ total: '-1', active: '-1' }],
    setup_totals_check1: [{ active: '0', maximum: '-1' }],
    setup_totals_total_check: [{ total: '-1' }]
  },
  sign_in_counters: {
    sign_in_counters_b2b_alias_check: [{ b2b_alias: "''" }],
    sign_in_counters_check: [{ failed_count: '5', locked_at: "'2026-01-01T00:00:00Z'" }],
    sign_in_counters_failed_count_check: [{ failed_count: '-1' }, { failed_count: '7' }],
    sign_in_counters_failures_since_sign_in_check: [{ failures_since_sign_in: '-1' }]
  },
  spent_assertions: {
    spent_assertions_assertion_hash_check: [{ assertion_hash: "''" }]
  },
  split_profiles: {
    split_profiles_lines_check: [{ lines: "to_jsonb(repeat('x', 101))" }],
    split_profiles_lines_check1: [{ lines: "'[]'" }],
    split_profiles_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }]
  },
  structure_uploads: {
    structure_uploads_audited_row_check: [{ audited_row: '-1' }],
    structure_uploads_check: [{ status: "'checking'", applied_at: "'2026-01-01T00:00:00Z'" }],
    structure_uploads_check1: [{ status: "'checking'", refusal: "'[]'" }],
    structure_uploads_file_name_check: [{ file_name: "''" }, { file_name: "repeat('x', 256)" }],
    structure_uploads_file_sha256_check: [{ file_sha256: "''" }]
  },
  transaction_events: {
    transaction_events_check: [
      { accessor_issuer_id: 'NULL', accessor_user_id: "'00000000-0000-7000-8000-000000000001'" }
    ],
    transaction_events_details_check: [{ details: "'[]'" }],
    transaction_events_event_check: [{ event: "''" }],
    transaction_events_reason_check: [{ reason: "''" }, { reason: "repeat('x', 256)" }]
  },
  transaction_lines: {
    transaction_lines_description_check: [{ description: "''" }, { description: "repeat('x', 256)" }],
    transaction_lines_position_check: [{ position: '0' }, { position: '1001' }],
    transaction_lines_product_code_check: [{ product_code: "''" }, { product_code: "repeat('x', 41)" }],
    transaction_lines_quantity_check: [{ quantity: '0' }],
    transaction_lines_unit_cost_check: [{ unit_cost: '-1' }],
    transaction_lines_unit_of_measure_check: [{ unit_of_measure: "''" }, { unit_of_measure: "repeat('x', 13)" }]
  },
  transaction_sum_changes: {
    transaction_sum_changes_month_check: [{ month: "'2026-03-02'" }]
  },
  transaction_sum_issuers: {
    transaction_sum_issuers_check: [{ built_at: 'now()', checked_at: "now() - interval '1 second'" }]
  },
  transaction_sums: {
    transaction_sums_month_check: [{ month: "'2026-03-02'" }]
  },
  transactions: {
    transactions_billed_currency_check: [{ billed_currency: "repeat('x', 2)" }],
    transactions_check: [
      { type: "'credit'", amount: '1', billed_amount: '1' },
      { type: "'credit'", amount: '-1', billed_amount: '1' },
      { type: "'payment'", amount: '1', billed_amount: '-1' },
      { type: "'purchase'", amount: '-1', billed_amount: '-1' }
    ],
    transactions_check1: [{ currency: "''", billed_currency: "''", conversion_rate: '0' }],
    transactions_check10: [{ exported_at: 'NULL', exported_by: "'00000000-0000-7000-8000-000000000001'" }],
    transactions_check11: [{ exported_at: 'NULL', exported_in: "'00000000-0000-7000-8000-000000000001'" }],
    transactions_check12: [{ scheme_id: 'NULL', scheme_version: "''" }],
    transactions_check13: [{ type: "'purchase'", added_by: "'00000000-0000-7000-8000-000000000001'" }],
    transactions_check2: [{ type: "'purchase'", merchant_name: 'NULL' }],
    transactions_check3: [{ tax_amount: '-1', tax_code: 'NULL' }],
    transactions_check4: [{ billed_amount: '-1', tax_amount: '2' }],
    transactions_check5: [{ state: "'open'", reviewed_at: "'2026-01-01T00:00:00Z'" }],
    transactions_check6: [{ state: "'open'", approved_at: "'2026-01-01T00:00:00Z'" }],
    transactions_check7: [{ state: "'open'", exported_at: "'2026-01-01T00:00:00Z'" }],
    transactions_check8: [{ reviewed_at: 'NULL', reviewed_by: "'00000000-0000-7000-8000-000000000001'" }],
    transactions_check9: [{ approved_at: 'NULL', approved_by: "'00000000-0000-7000-8000-000000000001'" }],
    transactions_conversion_rate_check: [{ conversion_rate: '0' }],
    transactions_currency_check: [{ currency: "repeat('x', 2)" }],
    transactions_custom_values_check: [{ custom_values: "'[]'" }],
    transactions_customer_code_check: [{ customer_code: "''" }, { customer_code: "repeat('x', 26)" }],
    transactions_merchant_category_code_check: [{ merchant_category_code: "repeat('x', 3)" }],
    transactions_merchant_city_check: [{ merchant_city: "''" }, { merchant_city: "repeat('x', 61)" }],
    transactions_merchant_country_check: [{ merchant_country: "repeat('x', 1)" }],
    transactions_merchant_id_check: [{ merchant_id: "''" }],
    transactions_merchant_name_check: [{ merchant_name: "''" }, { merchant_name: "repeat('x', 81)" }],
    transactions_merchant_region_check: [{ merchant_region: "''" }, { merchant_region: "repeat('x', 61)" }],
    transactions_purpose_check: [{ purpose: "''" }, { purpose: "repeat('x', 256)" }],
    transactions_scheme_version_check: [{ scheme_version: "''" }],
    transactions_source_reference_check: [{ source_reference: "''" }, { source_reference: "repeat('x', 61)" }],
    transactions_tax_code_check: [{ tax_code: "''" }, { tax_code: "repeat('x', 31)" }]
  },
  user_directory: {
    user_directory_b2b_alias_check: [{ b2b_alias: "''" }],
    user_directory_ldap_id_check: [{ ldap_id: "''" }],
    user_directory_user_id_key_check: [{ user_id_key: "'A'" }]
  },
  user_groups: {
    user_groups_description_check: [{ description: "repeat('x', 1025)" }],
    user_groups_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }]
  },
  user_link_proofs: {
    user_link_proofs_check: [{ begun_at: "'2026-01-01T00:00:00Z'", expires_at: "'2026-01-01T00:15:01Z'" }]
  },
  user_links: {
    user_links_check: [
      {
        primary_user_id: "'00000000-0000-7000-8000-000000000001'",
        linked_user_id: "'00000000-0000-7000-8000-000000000001'"
      }
    ],
    user_links_check1: [{ status: "'confirmed'", confirmed_at: 'NULL' }],
    user_links_check2: [{ status: "'unconfirmed'", unlinked_at: "'2026-01-01T00:00:00Z'" }],
    user_links_check3: [{ status: "'confirmed'", lapsed_at: "'2026-01-01T00:00:00Z'" }],
    user_links_check4: [{ refusal_hash: "'x'" }, { refusal_expires_at: "'2026-01-01T00:00:00Z'" }],
    user_links_refusal_hash_check: [{ refusal_hash: "'x'" }]
  },
  user_templates: {
    user_templates_description_check: [{ description: "repeat('x', 1025)" }],
    user_templates_name_check: [{ name: "''" }, { name: "repeat('x', 61)" }],
    user_templates_role_check: [{ role: "'H'" }]
  },
  users: {
    users_check: [{ status: "'active'", lock_cause: "'password_attempts'" }],
    users_check1: [{ status: "'active'", locked_at: "'2026-01-01T00:00:00Z'" }],
    users_check2: [{ node_id: 'NULL', company_id: "'00000000-0000-7000-8000-000000000001'" }],
    users_check3: [{ status: "'active'", deleted_at: "'2026-01-01T00:00:00Z'" }],
    users_check4: [{ deleted_at: 'NULL', anonymized_at: "'2026-01-01T00:00:00Z'" }],
    users_email_check: [{ email: "repeat('x', 2)" }, { email: "repeat('x', 255)" }],
    users_first_name_check: [{ first_name: "''" }, { first_name: "repeat('x', 81)" }],
    users_last_name_check: [{ last_name: "''" }, { last_name: "repeat('x', 81)" }],
    users_locale: [{ locale: "'Swedish'" }],
    users_phone_check: [{ phone: "''" }],
    users_time_zone: [{ time_zone: "'Europe/../etc'" }, { time_zone: "repeat('x', 65)" }],
    users_user_id_check: [{ user_id: "''" }, { user_id: "repeat('x', 81)" }],
    users_own_supervisor: [
      { id: "'00000000-0000-7000-8000-000000000001'", supervisor_id: "'00000000-0000-7000-8000-000000000001'" }
    ]
  },
  supplier_links: {
    supplier_links_check: [{ expires_at: "'2000-01-01'" }],
    supplier_links_decline_reason_check: [
      { decline_reason: "''", declined_at: 'now()', opened_at: 'now()' },
      { decline_reason: "repeat('x', 501)", declined_at: 'now()', opened_at: 'now()' }
    ],
    supplier_links_declined: [{ declined_at: 'now()', decline_reason: 'NULL', opened_at: 'now()' }],
    supplier_links_misses_check: [{ misses: '-1' }, { misses: '6' }],
    supplier_links_opened: [{ opened_at: 'NULL', shown: '1' }],
    supplier_links_shown_check: [{ shown: '-1' }, { shown: '21', opened_at: 'now()' }],
    supplier_links_token_hash_check: [{ token_hash: "''" }]
  },
  supplier_passphrases: {
    supplier_passphrases_hash_check: [{ hash: "repeat('x', 19)" }, { hash: "repeat('x', 201)" }]
  },
  supplier_payments: {
    supplier_payments_amount_check: [{ amount: '0' }],
    supplier_payments_attempt_check: [{ attempt: '0' }],
    supplier_payments_currency_check: [{ currency: "repeat('x', 2)" }],
    supplier_payments_failures_check: [{ failures: "'{}'", state: "'declined'" }],
    supplier_payments_reasons: [
      { state: "'paid'", failures: "'[1]'" },
      { state: "'declined'", failures: "'[]'" }
    ],
    supplier_payments_state_check: [{ state: "'other'", failures: "'[]'" }],
    supplier_payments_unanswered: [{ unanswered_at: 'now()', state: "'paid'", failures: "'[]'" }]
  },
  virtual_cards: {
    virtual_cards_controls_check: [{ controls: "'[]'" }],
    virtual_cards_expiry_check: [{ expiry: "'13/27'" }, { expiry: "'2027-01'" }],
    virtual_cards_last_four_check: [{ last_four: "'123'" }, { last_four: "'12345'" }, { last_four: "'12A4'" }],
    virtual_cards_number_hash_check: [{ number_hash: "''" }],
    virtual_cards_number_kept: [
      { processor: "'simulated'", last_four: "'1234'" },
      { processor: "'stripe'", number_key_id: "'k'" }
    ],
    virtual_cards_number_key_id_check: [{ number_key_id: "''" }],
    virtual_cards_processor_card_check: [{ processor_card: "''" }, { processor_card: "repeat('x', 101)" }],
    virtual_cards_processor_check: [{ processor: "''" }, { processor: "'No'" }],
    virtual_cards_reference: [
      { processor: "'stripe'", last_four: "'1234'" },
      { processor: "'simulated'", processor_card: "'ic_1'", last_four: 'NULL' }
    ],
    virtual_cards_version_check: [{ version: '0' }]
  }
};

/** The columns of each key, and for those that hold for some rows alone, what makes a row one of them. */
export const KEYS: Record<string, Record<string, { columns: string[]; values?: Values }>> = {
  accounts: {
    accounts_issuer_id_card_number_hash_key: { columns: ['issuer_id', 'card_number_hash'] },
    accounts_pkey: { columns: ['issuer_id', 'id'] }
  },
  allocations: {
    allocations_pkey: { columns: ['issuer_id', 'posting_date', 'transaction_id', 'position'] }
  },
  approval_delegations: {
    approval_delegations_pkey: { columns: ['issuer_id', 'id'] }
  },
  approval_level_members: {
    approval_level_members_pkey: { columns: ['issuer_id', 'profile_id', 'position', 'user_id'] }
  },
  approval_levels: {
    approval_levels_pkey: { columns: ['issuer_id', 'profile_id', 'position'] },
    approval_levels_name: { columns: ['issuer_id', 'profile_id', 'name'] }
  },
  approval_places: {
    approval_places_pkey: { columns: ['issuer_id', 'node_id'] }
  },
  approval_profiles: {
    approval_profiles_issuer_id_id_company_id_key: { columns: ['issuer_id', 'id', 'company_id'] },
    approval_profiles_pkey: { columns: ['issuer_id', 'id'] },
    approval_profiles_name: { columns: ['issuer_id', 'company_id', 'name'] }
  },
  assignment_nodes: {
    assignment_nodes_pkey: { columns: ['issuer_id', 'assignment_id', 'node_id'] }
  },
  assignments: {
    assignments_pkey: { columns: ['issuer_id', 'id'] },
    assignments_one_company_group: { columns: ['issuer_id', 'user_id'], values: { role: "'G'" } },
    assignments_primary: { columns: ['issuer_id', 'user_id'], values: { is_primary: 'TRUE' } }
  },
  attachment_pages: {
    attachment_pages_pkey: { columns: ['issuer_id', 'attachment_id', 'page'] }
  },
  attachment_previews: {
    attachment_previews_pkey: { columns: ['issuer_id', 'attachment_id'] }
  },
  attachments: {
    attachments_pkey: { columns: ['issuer_id', 'id'] },
    attachments_file: { columns: ['issuer_id', 'file_id'] },
    attachments_position: { columns: ['issuer_id', 'entity', 'record_id', 'position'], values: { position: '1' } },
    attachments_content: { columns: ['issuer_id', 'entity', 'record_id', 'sha256'], values: { position: '1' } }
  },
  audit_entries: {
    audit_entries_pkey: { columns: ['issuer_id', 'sequence', 'occurred_at'] }
  },
  audit_heads: {
    audit_heads_pkey: { columns: ['issuer_id'] }
  },
  audit_verifications: {
    audit_verifications_pkey: { columns: ['issuer_id'] }
  },
  authority_templates: {
    authority_templates_issuer_id_id_role_key: { columns: ['issuer_id', 'id', 'role'] },
    authority_templates_pkey: { columns: ['issuer_id', 'id'] },
    authority_templates_name: { columns: ['issuer_id', 'node_id', 'name'] }
  },
  brand_drafts: {
    brand_drafts_pkey: { columns: ['brand_name', 'revision'] }
  },
  brand_edits_set_aside: {
    brand_edits_set_aside_pkey: { columns: ['brand_name', 'user_id'] }
  },
  brand_hostnames: {
    brand_hostnames_pkey: { columns: ['hostname'] }
  },
  brand_image_files: {
    brand_image_files_pkey: { columns: ['digest'] }
  },
  brand_images: {
    brand_images_pkey: { columns: ['brand_name', 'kind', 'media_type'] }
  },
  brand_texts: {
    brand_texts_pkey: { columns: ['brand_name', 'locale', 'key'] }
  },
  brand_versions: {
    brand_versions_pkey: { columns: ['brand_name', 'version'] }
  },
  brands: {
    brands_abbreviation_key: { columns: ['abbreviation'] },
    brands_pkey: { columns: ['name'] }
  },
  bulk_remarks: {
    bulk_remarks_pkey: { columns: ['issuer_id', 'job_id', 'at'] }
  },
  card_commands: { card_commands_pkey: { columns: ['issuer_id', 'card_id', 'round'] } },
  unread_card_events: { unread_card_events_pkey: { columns: ['issuer_id', 'processor', 'event'] } },
  card_processor_cursors: { card_processor_cursors_pkey: { columns: ['issuer_id', 'processor'] } },
  processor_cardholders: {
    processor_cardholders_pkey: { columns: ['issuer_id', 'user_id', 'processor'] },
    processor_cardholders_reference: { columns: ['issuer_id', 'processor', 'reference'] }
  },
  caught_mails: {
    caught_mails_message_id_key: { columns: ['message_id'] },
    caught_mails_pkey: { columns: ['id'] }
  },
  central_travel_bookings: {
    central_travel_bookings_charge: {
      columns: ['issuer_id', 'transaction_id'],
      values: { result: "'matched'", matched_by: "'hand'" }
    },
    central_travel_bookings_pkey: { columns: ['issuer_id', 'id'] },
    central_travel_bookings_row: { columns: ['issuer_id', 'file_id', 'row_number'] }
  },
  central_travel_files: {
    central_travel_files_content: {
      columns: ['issuer_id', 'company_id', 'content_hash'],
      values: { bookings: '1', faults: "'[]'" }
    },
    central_travel_files_pkey: { columns: ['issuer_id', 'id'] }
  },
  challenge_enrolments: {
    challenge_enrolments_pkey: { columns: ['issuer_id', 'user_id'] }
  },
  challenge_responses: {
    challenge_responses_pkey: { columns: ['issuer_id', 'user_id', 'question_id'] }
  },
  chores: {
    chores_pkey: { columns: ['name'] }
  },
  client_log: {
    client_log_pkey: { columns: ['id', 'occurred_at'] }
  },
  comment_mentions: {
    comment_mentions_pkey: { columns: ['issuer_id', 'comment_id', 'user_id'] }
  },
  comments: {
    comments_pkey: { columns: ['issuer_id', 'id'] }
  },
  companies: {
    companies_pkey: { columns: ['issuer_id', 'id'] }
  },
  corporate_codes: {
    corporate_codes_hash_key: { columns: ['issuer_id', 'code_hash'] },
    corporate_codes_issuer_id_code_key: { columns: ['issuer_id', 'code'] },
    corporate_codes_pkey: { columns: ['issuer_id', 'company_id'] }
  },
  credentials: {
    credentials_pkey: { columns: ['issuer_id', 'user_id'] }
  },
  expense_allowance_days: {
    expense_allowance_days_pkey: { columns: ['issuer_id', 'line_id', 'day'] }
  },
  expense_allowances: {
    expense_allowances_pkey: { columns: ['issuer_id', 'line_id'] }
  },
  expense_report_events: {
    expense_report_events_pkey: { columns: ['issuer_id', 'id'] }
  },
  expense_report_lines: {
    expense_report_lines_charge: { columns: ['issuer_id', 'posting_date', 'transaction_id'] },
    expense_report_lines_pkey: { columns: ['issuer_id', 'id'] }
  },
  expense_reports: {
    expense_reports_pkey: { columns: ['issuer_id', 'id'] },
    expense_reports_way: { columns: ['issuer_id', 'id', 'settled_by'] }
  },
  expense_trips: {
    expense_trips_pkey: { columns: ['issuer_id', 'line_id'] }
  },
  federated_identities: {
    federated_identities_issuer_id_user_id_provider_id_key: { columns: ['provider_id', 'issuer_id', 'user_id'] },
    federated_identities_pkey: { columns: ['provider_id', 'subject'] }
  },
  federated_sign_ins: {
    federated_sign_ins_pkey: { columns: ['state_hash'] }
  },
  feed_account_names: {
    feed_account_names_pkey: { columns: ['issuer_id', 'mapping_id', 'name'] }
  },
  feed_mappings: {
    feed_mappings_pkey: { columns: ['issuer_id', 'id'] },
    feed_mappings_name: { columns: ['issuer_id', 'name'] }
  },
  feed_rejects: {
    feed_rejects_issuer_id_id_key: { columns: ['issuer_id', 'id'] },
    feed_rejects_pkey: { columns: ['issuer_id', 'feed_id', 'row'] }
  },
  feed_totals: {
    feed_totals_pkey: { columns: ['issuer_id', 'feed_id', 'outcome', 'currency'] }
  },
  feeds: {
    feeds_pkey: { columns: ['issuer_id', 'id'] }
  },
  files: {
    files_pkey: { columns: ['issuer_id', 'id'] }
  },
  hardware_tokens: {
    hardware_tokens_issuer_id_serial_number_key: { columns: ['issuer_id', 'serial_number'] },
    hardware_tokens_pkey: { columns: ['issuer_id', 'id'] },
    hardware_tokens_live: { columns: ['issuer_id', 'user_id'] }
  },
  identity_providers: {
    identity_providers_brand_name_key: { columns: ['brand_name'] },
    identity_providers_pkey: { columns: ['id'] }
  },
  inbox_messages: {
    inbox_messages_pkey: { columns: ['issuer_id', 'id'] }
  },
  held_notices: {
    held_notices_pkey: { columns: ['issuer_id', 'notice_id'] }
  },
  push_subscriptions: {
    push_subscriptions_endpoint: { columns: ['issuer_id', 'endpoint_hash'] },
    push_subscriptions_pkey: { columns: ['issuer_id', 'id'] }
  },
  push_keys: { push_keys_pkey: { columns: ['id'] } },
  notice_settings: {
    notice_settings_pkey: { columns: ['issuer_id', 'user_id'] }
  },
  inbox_notices: {
    inbox_notices_pkey: { columns: ['issuer_id', 'id'] }
  },
  inbox_reads: {
    inbox_reads_pkey: { columns: ['issuer_id', 'message_id', 'user_id'] }
  },
  issuer_brands: {
    issuer_brands_pkey: { columns: ['issuer_id', 'brand_name'] }
  },
  issuer_group_members: {
    issuer_group_members_pkey: { columns: ['issuer_group_id', 'issuer_id'] }
  },
  authorization_activity: {
    authorization_activity_pkey: { columns: ['issuer_id', 'id'] },
    authorization_activity_reference: { columns: ['issuer_id', 'reference'] },
    authorization_activity_turn: { columns: ['issuer_id', 'card_id', 'turn'] }
  },
  clearings: {
    clearings_pkey: { columns: ['issuer_id', 'id'] },
    clearings_reference: { columns: ['issuer_id', 'reference'] }
  },
  batch_requests: {
    batch_requests_pkey: { columns: ['issuer_id', 'company_id', 'reference'] }
  },
  batch_folders: { batch_folders_pkey: { columns: ['issuer_id', 'setup_id'] } },
  purchase_batches: {
    purchase_batches_content: {
      columns: ['issuer_id', 'setup_id', 'content_hash'],
      values: { created: '1', applied_at: 'now()' }
    },
    purchase_batches_pkey: { columns: ['issuer_id', 'id'] }
  },
  integrator_deliveries: {
    integrator_deliveries_pkey: { columns: ['issuer_id', 'id'] }
  },
  issuer_groups: {
    issuer_groups_number_key: { columns: ['number'] },
    issuer_groups_pkey: { columns: ['id'] }
  },
  issuers: {
    issuers_number_key: { columns: ['number'] },
    issuers_pkey: { columns: ['id'] }
  },
  jobs: {
    jobs_pkey: { columns: ['issuer_id', 'id'] },
    jobs_alone: { columns: ['issuer_id', 'node_id', 'kind'] }
  },
  large_file_parts: {
    large_file_parts_pkey: { columns: ['issuer_id', 'file_id', 'position'] }
  },
  large_files: {
    large_files_pkey: { columns: ['issuer_id', 'id'] }
  },
  ledger_exports: {
    ledger_exports_issuer_id_number_key: { columns: ['issuer_id', 'number'] },
    ledger_exports_pkey: { columns: ['issuer_id', 'id'] }
  },
  ledger_files: {
    ledger_files_pkey: { columns: ['issuer_id', 'id'] }
  },
  maintenance: {
    maintenance_pkey: { columns: ['active'] }
  },
  merged_users: {
    merged_users_pkey: { columns: ['issuer_id', 'merged_id'] }
  },
  nodes: {
    nodes_issuer_id_id_kind_key: { columns: ['issuer_id', 'id', 'kind'] },
    nodes_pkey: { columns: ['issuer_id', 'id'] },
    nodes_path: { columns: ['issuer_id', 'path'] },
    nodes_number_in_company: { columns: ['issuer_id', 'company_id', 'number'], values: { kind: "'org_point'" } },
    nodes_number_in_issuer: { columns: ['issuer_id', 'number'], values: { kind: "'company'" } }
  },
  one_time_pins: {
    one_time_pins_pkey: { columns: ['issuer_id', 'id'] },
    one_time_pins_live: { columns: ['issuer_id', 'user_id', 'session_id'] }
  },
  outbox: {
    outbox_pkey: { columns: ['issuer_id', 'id'] }
  },
  passkey_challenges: {
    passkey_challenges_pkey: { columns: ['challenge_hash'] }
  },
  passkeys: {
    passkeys_credential_id_key: { columns: ['credential_id'] },
    passkeys_pkey: { columns: ['issuer_id', 'id'] }
  },
  password_history: {
    password_history_pkey: { columns: ['issuer_id', 'user_id', 'id'] }
  },
  program_options: {
    program_options_pkey: { columns: ['issuer_id', 'id'] },
    program_options_default: { columns: ['issuer_id'], values: { is_default: 'TRUE' } },
    program_options_name: { columns: ['issuer_id', 'name'] }
  },
  purchase_group_records: {
    purchase_group_records_pkey: { columns: ['issuer_id', 'group_id', 'record_id'] }
  },
  purchase_group_users: {
    purchase_group_users_active: { columns: ['issuer_id', 'user_id'], values: { group_state: "'active'" } },
    purchase_group_users_pkey: { columns: ['issuer_id', 'group_id', 'user_id'] }
  },
  purchase_groups: {
    purchase_groups_issuer_id_id_company_id_key: { columns: ['issuer_id', 'id', 'company_id'] },
    purchase_groups_issuer_id_id_state_key: { columns: ['issuer_id', 'id', 'state'] },
    purchase_groups_name: { columns: ['issuer_id', 'company_id', 'name'] },
    purchase_groups_pkey: { columns: ['issuer_id', 'id'] }
  },
  purchase_request_decisions: {
    purchase_request_decisions_pkey: { columns: ['issuer_id', 'request_id', 'position'] }
  },
  purchase_request_invoices: {
    purchase_request_invoices_number: { columns: ['issuer_id', 'request_id', 'number'] },
    purchase_request_invoices_pkey: { columns: ['issuer_id', 'request_id', 'position'] }
  },
  purchase_request_lines: {
    purchase_request_lines_pkey: { columns: ['issuer_id', 'request_id', 'position'] }
  },
  purchase_requests: {
    purchase_requests_number: { columns: ['issuer_id', 'company_id', 'number'] },
    purchase_requests_pkey: { columns: ['issuer_id', 'id'] }
  },
  rate_limits: {
    rate_limits_pkey: { columns: ['key'] }
  },
  account_balances: {
    account_balances_pkey: { columns: ['issuer_id', 'account_id'] }
  },
  payments: {
    payments_form: { columns: ['issuer_id', 'payer_id', 'form_key'] },
    payments_number: { columns: ['issuer_id', 'number'] },
    payments_pkey: { columns: ['issuer_id', 'id'] }
  },
  recurring_payments: {
    recurring_payments_one: { columns: ['issuer_id', 'account_id'] },
    recurring_payments_pkey: { columns: ['issuer_id', 'id'] }
  },
  recurring_runs: {
    recurring_runs_pkey: { columns: ['issuer_id', 'statement_id'] }
  },
  payment_files: {
    payment_files_file: { columns: ['issuer_id', 'file_id'] },
    payment_files_message: { columns: ['issuer_id', 'message_id'] },
    payment_files_number: { columns: ['issuer_id', 'rail', 'number'] },
    payment_files_pkey: { columns: ['issuer_id', 'id'] }
  },
  payable_files: {
    payable_files_issuer_id_id_stands_key: { columns: ['issuer_id', 'id', 'stands'] },
    payable_files_number: { columns: ['issuer_id', 'company_id', 'number'] },
    payable_files_pkey: { columns: ['issuer_id', 'id'] }
  },
  receipt_addresses: { receipt_addresses_pkey: { columns: ['issuer_id', 'user_id'] } },
  advance_shares: { advance_shares_pkey: { columns: ['issuer_id', 'report_id', 'advance_id'] } },
  business_trip_days: { business_trip_days_pkey: { columns: ['issuer_id', 'trip_id', 'day'] } },
  business_trip_drives: { business_trip_drives_pkey: { columns: ['issuer_id', 'id'] } },
  business_trip_reports: {
    business_trip_reports_pkey: { columns: ['issuer_id', 'trip_id'] },
    business_trip_reports_report: { columns: ['issuer_id', 'report_id'] }
  },
  business_trips: { business_trips_pkey: { columns: ['issuer_id', 'id'] } },
  cash_advances: { cash_advances_pkey: { columns: ['issuer_id', 'id'] } },
  payable_entries: {
    payable_entries_once: { columns: ['issuer_id', 'report_id'], values: { stands: 'true' } },
    payable_entries_pkey: { columns: ['issuer_id', 'file_id', 'report_id'] }
  },
  repayment_accounts: { repayment_accounts_pkey: { columns: ['issuer_id', 'user_id'] } },
  repayment_entries: {
    repayment_entries_once: { columns: ['issuer_id', 'repayment_id'], values: { return_code: 'NULL' } },
    repayment_entries_pkey: { columns: ['issuer_id', 'file_id', 'trace'] }
  },
  repayment_payers: { repayment_payers_pkey: { columns: ['issuer_id', 'company_id'] } },
  repayments: {
    repayments_number: { columns: ['issuer_id', 'number'] },
    repayments_once: { columns: ['issuer_id', 'report_id'], values: { state: "'to_send'" } },
    repayments_pkey: { columns: ['issuer_id', 'id'] }
  },
  sepa_mandates: {
    sepa_mandates_active: {
      columns: ['issuer_id', 'wallet_account_id'],
      values: { state: "'active'", ended_at: 'NULL' }
    },
    sepa_mandates_number: { columns: ['issuer_id', 'wallet_account_id', 'number'] },
    sepa_mandates_pkey: { columns: ['issuer_id', 'id'] },
    sepa_mandates_reference: { columns: ['issuer_id', 'reference'] }
  },
  payment_entries: {
    payment_entries_pkey: { columns: ['issuer_id', 'payment_id'] },
    payment_entries_trace: { columns: ['issuer_id', 'file_id', 'trace'] }
  },
  payment_answers: {
    payment_answers_identity: { columns: ['issuer_id', 'identity'] },
    payment_answers_pkey: { columns: ['issuer_id', 'id'] }
  },
  account_statements: {
    account_statements_account: { columns: ['issuer_id', 'account_id', 'id'] },
    account_statements_closed: { columns: ['issuer_id', 'account_id', 'closed_on'] },
    account_statements_pkey: { columns: ['issuer_id', 'id'] }
  },
  statement_closings: { statement_closings_pkey: { columns: ['issuer_id', 'company_id'] } },
  validation_entries: {
    validation_entries_pkey: { columns: ['issuer_id', 'file_id', 'trace'] }
  },
  wallet_accounts: {
    wallet_accounts_default: { columns: ['issuer_id', 'user_id'], values: { is_default: 'true' } },
    wallet_accounts_number: { columns: ['issuer_id', 'user_id', 'number_hash'] },
    wallet_accounts_of_owner: { columns: ['issuer_id', 'user_id', 'id'] },
    wallet_accounts_pkey: { columns: ['issuer_id', 'id'] },
    wallet_accounts_place: { columns: ['issuer_id', 'user_id', 'place'] }
  },
  disputes: {
    disputes_live: { columns: ['issuer_id', 'transaction_id'], values: { state: "'draft'" } },
    disputes_number: { columns: ['issuer_id', 'number'] },
    disputes_pkey: { columns: ['issuer_id', 'id'] }
  },
  dispute_cases: {
    dispute_cases_number: { columns: ['issuer_id', 'network', 'case_number'] },
    dispute_cases_pkey: { columns: ['issuer_id', 'dispute_id'] }
  },
  dispute_commands: { dispute_commands_pkey: { columns: ['issuer_id', 'dispute_id', 'round'] } },
  dispute_evidence: { dispute_evidence_pkey: { columns: ['issuer_id', 'dispute_id', 'file_id'] } },
  simulated_evidence: { simulated_evidence_pkey: { columns: ['issuer_id', 'key'] } },
  dispute_steps: { dispute_steps_pkey: { columns: ['issuer_id', 'dispute_id', 'event_id'] } },
  dispute_cursors: { dispute_cursors_pkey: { columns: ['issuer_id', 'network'] } },
  simulated_claims: { simulated_claims_pkey: { columns: ['issuer_id', 'key'] } },
  quick_links: {
    quick_links_name: { columns: ['issuer_id', 'user_id', 'name'] },
    quick_links_pkey: { columns: ['issuer_id', 'id'] },
    quick_links_position: { columns: ['issuer_id', 'user_id', 'position'] }
  },
  receipt_likes: { receipt_likes_pkey: { columns: ['issuer_id', 'attachment_id', 'like_id'] } },
  receipt_readings: {
    receipt_readings_pkey: { columns: ['issuer_id', 'attachment_id'] }
  },
  receipts: {
    receipts_attachment: { columns: ['issuer_id', 'attachment_id'] },
    receipts_box: { columns: ['issuer_id', 'owner_id', 'sha256'], values: { transaction_id: 'NULL' } },
    receipts_pkey: { columns: ['issuer_id', 'id'] }
  },
  recent_items: {
    recent_items_pkey: { columns: ['issuer_id', 'user_id', 'kind', 'record_issuer_id', 'record_id'] }
  },
  recognized_browsers: {
    recognized_browsers_pkey: { columns: ['issuer_id', 'id'] }
  },
  registration_locks: {
    registration_locks_id_key: { columns: ['id'] },
    registration_locks_pkey: { columns: ['subject', 'subject_hash'] }
  },
  registration_starts: {
    registration_starts_pkey: { columns: ['token_hash'] }
  },
  registrations: {
    registrations_pkey: { columns: ['issuer_id', 'id'] },
    registrations_token_hash: { columns: ['token_hash', 'issuer_id'] }
  },
  reset_tokens: {
    reset_tokens_pkey: { columns: ['issuer_id', 'id'] }
  },
  spending_alert_firings: {
    spending_alert_firings_authorization: {
      columns: ['issuer_id', 'rule_id', 'authorization_id'],
      values: { ...NO_CAUSE, authorization_id: "'00000000-0000-7000-8000-000000000001'" }
    },
    spending_alert_firings_charge: {
      columns: ['issuer_id', 'rule_id', 'transaction_id'],
      values: { posting_date: "'2026-01-01'", period_start: 'NULL', step: 'NULL', authorization_id: 'NULL' }
    },
    spending_alert_firings_pkey: { columns: ['issuer_id', 'id'] },
    spending_alert_firings_total: {
      columns: ['issuer_id', 'rule_id', 'place_id', 'period_start', 'step'],
      values: { transaction_id: 'NULL', posting_date: 'NULL', authorization_id: 'NULL' }
    }
  },
  spending_alert_recipients: {
    spending_alert_recipients_pkey: { columns: ['issuer_id', 'alert_id', 'user_id'] }
  },
  spending_alert_rules: {
    spending_alert_rules_current: { columns: ['issuer_id', 'alert_id'], values: { replaced_at: 'NULL' } },
    spending_alert_rules_pkey: { columns: ['issuer_id', 'id'] }
  },
  spending_alerts: {
    spending_alerts_name: { columns: ['issuer_id', 'owner_user_id', 'name'] },
    spending_alerts_pkey: { columns: ['issuer_id', 'id'] }
  },
  report_definitions: {
    report_definitions_name: { columns: ['issuer_id', 'owner_user_id', 'name'] },
    report_definitions_pkey: { columns: ['issuer_id', 'id'] }
  },
  report_deliveries: {
    report_deliveries_pkey: { columns: ['issuer_id', 'firing_id', 'user_id'] },
    report_deliveries_run: { columns: ['issuer_id', 'run_id'] }
  },
  report_firings: {
    report_firings_due: { columns: ['issuer_id', 'schedule_id', 'due_at'] },
    report_firings_pkey: { columns: ['issuer_id', 'id'] }
  },
  report_recipients: {
    report_recipients_pkey: { columns: ['issuer_id', 'schedule_id', 'user_id'] }
  },
  report_schedules: {
    report_schedules_pkey: { columns: ['issuer_id', 'id'] }
  },
  resource_opens: {
    resource_opens_pkey: { columns: ['issuer_id', 'resource_id', 'user_issuer_id', 'user_id'] }
  },
  resource_visits: {
    resource_visits_pkey: { columns: ['issuer_id', 'user_id'] }
  },
  report_shares: {
    report_shares_person: { columns: ['issuer_id', 'definition_id', 'user_id'] },
    report_shares_pkey: { columns: ['issuer_id', 'id'] },
    report_shares_place: { columns: ['issuer_id', 'definition_id', 'node_id', 'roles'] }
  },
  report_runs: {
    report_runs_file: { columns: ['issuer_id', 'file_id'] },
    report_runs_pkey: { columns: ['issuer_id', 'id'] }
  },
  saved_views: {
    saved_views_pkey: { columns: ['issuer_id', 'id'] },
    saved_views_name: { columns: ['issuer_id', 'user_id', 'listing', 'name'] }
  },
  search_words: {
    search_words_pkey: { columns: ['issuer_id', 'id'] }
  },
  security_answers: {
    security_answers_pkey: { columns: ['issuer_id', 'user_id', 'question_id'] }
  },
  security_questions: {
    security_questions_pkey: { columns: ['question_id'] }
  },
  sessions: {
    sessions_pkey: { columns: ['issuer_id', 'id'] }
  },
  settings: {
    settings_pkey: { columns: ['issuer_id', 'node_id', 'key'] }
  },
  setup_record_keys: {
    setup_record_keys_issuer_id_record_id_key_key: { columns: ['issuer_id', 'key', 'record_id'] },
    setup_record_keys_pkey: { columns: ['issuer_id', 'within_id', 'entity', 'key', 'value'] }
  },
  setup_records: {
    // What a record is within is its owner where it has no parent.
    setup_records_issuer_id_id_within_id_entity_key: { columns: ['issuer_id', 'id', 'owner_id', 'entity'] },
    setup_records_issuer_id_id_owner_id_key: { columns: ['issuer_id', 'id', 'owner_id'] },
    setup_records_pkey: { columns: ['issuer_id', 'id'] }
  },
  setup_references: {
    setup_references_pkey: { columns: ['issuer_id', 'record_id', 'field', 'place'] }
  },
  setup_secrets: {
    setup_secrets_pkey: { columns: ['issuer_id', 'record_id', 'field'] }
  },
  setup_totals: {
    setup_totals_pkey: { columns: ['issuer_id', 'within_id', 'entity'] }
  },
  sign_in_counters: {
    sign_in_counters_pkey: { columns: ['b2b_alias'] }
  },
  spent_assertions: {
    spent_assertions_pkey: { columns: ['provider_id', 'assertion_hash'] }
  },
  split_profiles: {
    split_profiles_pkey: { columns: ['issuer_id', 'id'] },
    split_profiles_name: { columns: ['issuer_id', 'company_id', 'name'] }
  },
  structure_upload_cards: {
    structure_upload_cards_pkey: { columns: ['issuer_id', 'upload_id', 'node_id'] }
  },
  structure_upload_faults: {
    structure_upload_faults_pkey: { columns: ['issuer_id', 'upload_id', 'position'] }
  },
  structure_upload_rows: {
    structure_upload_rows_pkey: { columns: ['issuer_id', 'upload_id', 'row'] }
  },
  structure_uploads: {
    structure_uploads_pkey: { columns: ['issuer_id', 'id'] }
  },
  transaction_events: {
    transaction_events_pkey: { columns: ['issuer_id', 'posting_date', 'transaction_id', 'id'] }
  },
  transaction_lines: {
    transaction_lines_pkey: { columns: ['issuer_id', 'posting_date', 'transaction_id', 'position'] }
  },
  transaction_references: {
    transaction_references_pkey: { columns: ['issuer_id', 'source_reference'] }
  },
  transaction_sum_changes: {
    transaction_sum_changes_pkey: { columns: ['issuer_id', 'id'] }
  },
  transaction_sum_issuers: { transaction_sum_issuers_pkey: { columns: ['issuer_id'] } },
  transaction_sums: {
    transaction_sums_pkey: {
      columns: [
        ...['issuer_id', 'company_id', 'month', 'type', 'state', 'billed_currency', 'currency'],
        'merchant_category_code'
      ]
    }
  },
  transactions: {
    transactions_pkey: { columns: ['issuer_id', 'posting_date', 'id'] }
  },
  user_directory: {
    user_directory_b2b_alias_key: { columns: ['b2b_alias'] },
    user_directory_issuer_id_user_id_key: { columns: ['issuer_id', 'user_id'] },
    user_directory_ldap_id_key: { columns: ['ldap_id'] },
    user_directory_pkey: { columns: ['user_id_key'] }
  },
  user_group_members: {
    user_group_members_pkey: { columns: ['issuer_id', 'group_id', 'user_id'] }
  },
  user_groups: {
    user_groups_pkey: { columns: ['issuer_id', 'id'] },
    user_groups_name: { columns: ['issuer_id', 'node_id', 'name'] }
  },
  user_link_proofs: {
    user_link_proofs_pkey: { columns: ['issuer_id', 'session_id'] }
  },
  user_links: {
    user_links_pkey: { columns: ['issuer_id', 'id'] },
    user_links_pair: { columns: ['issuer_id', 'primary_user_id', 'linked_user_id'] },
    user_links_confirmed: { columns: ['issuer_id', 'linked_user_id'], values: { status: "'confirmed'" } },
    user_links_refusal: { columns: ['refusal_hash', 'issuer_id'] }
  },
  user_templates: {
    user_templates_pkey: { columns: ['issuer_id', 'id'] },
    user_templates_name: { columns: ['issuer_id', 'node_id', 'name'] }
  },
  users: {
    users_pkey: { columns: ['issuer_id', 'id'] }
  },
  supplier_links: {
    supplier_links_pkey: { columns: ['issuer_id', 'id'] },
    supplier_links_token: { columns: ['issuer_id', 'token_hash'] }
  },
  supplier_passphrases: {
    supplier_passphrases_pkey: { columns: ['issuer_id', 'supplier_id'] }
  },
  supplier_payments: {
    supplier_payments_once: { columns: ['issuer_id', 'request_id'], values: { state: "'paid'", failures: "'[]'" } },
    supplier_payments_pkey: { columns: ['issuer_id', 'request_id', 'attempt'] }
  },
  virtual_cards: {
    virtual_cards_number: { columns: ['issuer_id', 'number_hash'] },
    virtual_cards_pkey: { columns: ['issuer_id', 'id'] },
    virtual_cards_processor_card: { columns: ['issuer_id', 'processor', 'processor_card'] },
    virtual_cards_request: { columns: ['issuer_id', 'request_id'] }
  }
};

/** The foreign keys of each table. */
export const FOREIGN_KEYS: Record<string, string[]> = {
  accounts: ['accounts_issuer_id_id_kind_fkey', 'accounts_issuer_id_replaced_by_id_fkey'],
  allocations: ['allocations_issuer_id_posting_date_transaction_id_fkey'],
  approval_delegations: [
    'approval_delegations_issuer_id_delegate_id_fkey',
    'approval_delegations_issuer_id_delegator_id_fkey'
  ],
  approval_level_members: [
    'approval_level_members_issuer_id_profile_id_position_fkey',
    'approval_level_members_issuer_id_user_id_fkey'
  ],
  approval_levels: ['approval_levels_issuer_id_profile_id_fkey'],
  approval_places: ['approval_places_issuer_id_node_id_fkey', 'approval_places_issuer_id_profile_id_company_id_fkey'],
  approval_profiles: ['approval_profiles_issuer_id_company_id_fkey'],
  assignment_nodes: ['assignment_nodes_issuer_id_assignment_id_fkey', 'assignment_nodes_issuer_id_node_id_fkey'],
  assignments: [
    'assignments_issuer_group_id_fkey',
    'assignments_issuer_id_authority_template_id_role_fkey',
    'assignments_issuer_id_user_id_fkey'
  ],
  attachment_pages: ['attachment_pages_issuer_id_attachment_id_fkey'],
  attachment_previews: ['attachment_previews_issuer_id_attachment_id_fkey'],
  attachments: ['attachments_issuer_id_file_id_fkey'],
  audit_entries: ['audit_entries_issuer_id_fkey'],
  audit_heads: ['audit_heads_issuer_id_fkey'],
  audit_verifications: [
    'audit_verifications_issuer_id_fkey',
    'audit_verifications_verifier_issuer_id_verifier_user_id_fkey'
  ],
  authority_templates: ['authority_templates_issuer_id_node_id_fkey'],
  brand_drafts: ['brand_drafts_brand_name_fkey'],
  brand_edits_set_aside: ['brand_edits_set_aside_brand_name_fkey'],
  brand_hostnames: ['brand_hostnames_brand_name_fkey'],
  brand_images: ['brand_images_brand_name_fkey'],
  brand_texts: ['brand_texts_brand_name_fkey'],
  brand_versions: ['brand_versions_brand_name_fkey'],
  brands: ['brands_parent_name_fkey'],
  bulk_remarks: ['bulk_remarks_issuer_id_job_id_fkey'],
  central_travel_bookings: [
    'central_travel_bookings_issuer_id_company_id_fkey',
    'central_travel_bookings_issuer_id_file_id_fkey',
    'central_travel_bookings_issuer_id_traveller_id_fkey'
  ],
  central_travel_files: [
    'central_travel_files_issuer_id_company_id_fkey',
    'central_travel_files_issuer_id_template_id_fkey',
    'central_travel_files_issuer_id_user_id_fkey'
  ],
  challenge_enrolments: ['challenge_enrolments_issuer_id_user_id_fkey'],
  challenge_responses: ['challenge_responses_issuer_id_user_id_fkey'],
  comment_mentions: ['comment_mentions_issuer_id_comment_id_fkey', 'comment_mentions_issuer_id_user_id_fkey'],
  companies: ['companies_issuer_id_id_kind_fkey', 'companies_issuer_id_program_option_id_fkey'],
  corporate_codes: ['corporate_codes_issuer_id_company_id_kind_fkey'],
  credentials: ['credentials_issuer_id_user_id_fkey'],
  expense_allowance_days: ['expense_allowance_days_issuer_id_line_id_fkey'],
  expense_allowances: ['expense_allowances_issuer_id_line_id_fkey'],
  expense_report_events: ['expense_report_events_issuer_id_report_id_fkey'],
  expense_report_lines: [
    'expense_report_lines_issuer_id_posting_date_transaction_id_fkey',
    'expense_report_lines_issuer_id_report_id_fkey'
  ],
  expense_reports: [
    'expense_reports_issuer_id_account_id_fkey',
    'expense_reports_issuer_id_approved_by_fkey',
    'expense_reports_issuer_id_approver_id_fkey',
    'expense_reports_issuer_id_company_id_fkey',
    'expense_reports_issuer_id_owner_id_fkey'
  ],
  expense_trips: ['expense_trips_issuer_id_line_id_fkey'],
  federated_identities: ['federated_identities_issuer_id_user_id_fkey', 'federated_identities_provider_id_fkey'],
  federated_sign_ins: ['federated_sign_ins_provider_id_fkey'],
  feed_account_names: ['feed_account_names_issuer_id_account_id_fkey', 'feed_account_names_issuer_id_mapping_id_fkey'],
  feed_mappings: ['feed_mappings_issuer_id_fkey'],
  feed_rejects: ['feed_rejects_issuer_id_feed_id_fkey'],
  feed_totals: ['feed_totals_issuer_id_feed_id_fkey'],
  feeds: ['feeds_issuer_id_file_id_fkey', 'feeds_issuer_id_fkey', 'feeds_issuer_id_mapping_id_fkey'],
  files: ['files_issuer_id_fkey', 'files_issuer_id_owner_user_id_fkey'],
  hardware_tokens: ['hardware_tokens_issuer_id_user_id_fkey'],
  identity_providers: ['identity_providers_brand_name_fkey'],
  inbox_messages: ['inbox_messages_issuer_id_node_id_fkey'],
  held_notices: ['held_notices_issuer_id_notice_id_fkey', 'held_notices_issuer_id_user_id_fkey'],
  push_subscriptions: ['push_subscriptions_issuer_id_user_id_fkey'],
  notice_settings: ['notice_settings_issuer_id_user_id_fkey'],
  inbox_notices: ['inbox_notices_issuer_id_user_id_fkey'],
  inbox_reads: ['inbox_reads_issuer_id_message_id_fkey', 'inbox_reads_issuer_id_user_id_fkey'],
  authorization_activity: ['authorization_activity_issuer_id_card_id_fkey'],
  card_commands: ['card_commands_issuer_id_card_id_fkey'],
  card_processor_cursors: ['card_processor_cursors_issuer_id_fkey'],
  processor_cardholders: ['processor_cardholders_issuer_id_user_id_fkey'],
  unread_card_events: ['unread_card_events_issuer_id_fkey'],
  clearings: ['clearings_issuer_id_authorization_id_fkey', 'clearings_issuer_id_card_id_fkey'],
  batch_requests: ['batch_requests_issuer_id_batch_id_fkey', 'batch_requests_issuer_id_request_id_fkey'],
  batch_folders: ['batch_folders_issuer_id_setup_id_fkey', 'batch_folders_issuer_id_user_id_fkey'],
  purchase_batches: [
    'purchase_batches_issuer_id_company_id_fkey',
    'purchase_batches_issuer_id_setup_id_fkey',
    'purchase_batches_issuer_id_user_id_fkey'
  ],
  integrator_deliveries: ['integrator_deliveries_issuer_id_integrator_id_fkey'],
  issuer_brands: ['issuer_brands_brand_name_fkey', 'issuer_brands_issuer_id_fkey'],
  issuer_group_members: ['issuer_group_members_issuer_group_id_fkey', 'issuer_group_members_issuer_id_fkey'],
  jobs: ['jobs_issuer_id_fkey', 'jobs_issuer_id_node_id_fkey', 'jobs_issuer_id_owner_user_id_fkey'],
  large_file_parts: ['large_file_parts_issuer_id_file_id_fkey'],
  large_files: ['large_files_issuer_id_fkey', 'large_files_issuer_id_owner_user_id_fkey'],
  ledger_exports: [
    'ledger_exports_issuer_id_fkey',
    'ledger_exports_issuer_id_node_id_fkey',
    'ledger_exports_issuer_id_owner_user_id_fkey'
  ],
  ledger_files: [
    'ledger_files_issuer_id_export_id_fkey',
    'ledger_files_issuer_id_file_id_fkey',
    'ledger_files_issuer_id_owner_user_id_fkey'
  ],
  merged_users: ['merged_users_issuer_id_kept_id_fkey', 'merged_users_issuer_id_merged_id_fkey'],
  nodes: ['nodes_issuer_id_company_id_fkey', 'nodes_issuer_id_fkey', 'nodes_issuer_id_parent_id_parent_kind_fkey'],
  one_time_pins: ['one_time_pins_issuer_id_session_id_fkey', 'one_time_pins_issuer_id_user_id_fkey'],
  outbox: ['outbox_issuer_id_fkey'],
  passkey_challenges: ['passkey_challenges_issuer_id_session_id_fkey'],
  passkeys: ['passkeys_issuer_id_user_id_fkey'],
  password_history: ['password_history_issuer_id_user_id_fkey'],
  program_options: ['program_options_issuer_id_fkey'],
  account_balances: ['account_balances_issuer_id_account_id_fkey'],
  payments: [
    'payments_issuer_id_account_id_fkey',
    'payments_issuer_id_payer_id_fkey',
    'payments_issuer_id_wallet_account_id_fkey',
    'payments_statement'
  ],
  payable_files: [
    'payable_files_issuer_id_company_id_fkey',
    'payable_files_issuer_id_csv_id_fkey',
    'payable_files_issuer_id_sheet_id_fkey'
  ],
  receipt_addresses: ['receipt_addresses_issuer_id_user_id_fkey'],
  advance_shares: ['advance_shares_issuer_id_advance_id_fkey', 'advance_shares_issuer_id_report_id_fkey'],
  business_trip_days: ['business_trip_days_issuer_id_trip_id_fkey'],
  business_trip_drives: ['business_trip_drives_issuer_id_trip_id_fkey'],
  business_trip_reports: [
    'business_trip_reports_issuer_id_report_id_fkey',
    'business_trip_reports_issuer_id_trip_id_fkey'
  ],
  business_trips: [
    'business_trips_issuer_id_account_id_fkey',
    'business_trips_issuer_id_company_id_fkey',
    'business_trips_issuer_id_owner_id_fkey'
  ],
  cash_advances: [
    'cash_advances_issuer_id_account_id_fkey',
    'cash_advances_issuer_id_company_id_fkey',
    'cash_advances_issuer_id_owner_id_fkey'
  ],
  payable_entries: [
    'payable_entries_issuer_id_file_id_stands_fkey',
    'payable_entries_issuer_id_report_id_fkey',
    'payable_entries_way'
  ],
  repayment_accounts: [
    'repayment_accounts_issuer_id_user_id_fkey',
    'repayment_accounts_issuer_id_user_id_wallet_account_id_fkey'
  ],
  repayment_entries: [
    'repayment_entries_issuer_id_company_id_fkey',
    'repayment_entries_issuer_id_file_id_fkey',
    'repayment_entries_issuer_id_mandate_id_fkey',
    'repayment_entries_issuer_id_repayment_id_fkey'
  ],
  repayment_payers: ['repayment_payers_issuer_id_company_id_fkey', 'repayment_payers_issuer_id_wallet_account_id_fkey'],
  repayments: [
    'repayments_issuer_id_company_id_fkey',
    'repayments_issuer_id_report_id_fkey',
    'repayments_issuer_id_user_id_fkey',
    'repayments_issuer_id_wallet_account_id_fkey',
    'repayments_way'
  ],
  payment_files: ['payment_files_issuer_id_fkey', 'payment_files_issuer_id_file_id_fkey'],
  sepa_mandates: ['sepa_mandates_issuer_id_user_id_fkey'],
  payment_entries: [
    'payment_entries_issuer_id_file_id_fkey',
    'payment_entries_issuer_id_mandate_id_fkey',
    'payment_entries_issuer_id_payment_id_fkey'
  ],
  payment_answers: ['payment_answers_issuer_id_brought_by_fkey', 'payment_answers_issuer_id_fkey'],
  account_statements: ['account_statements_issuer_id_account_id_fkey'],
  statement_closings: ['statement_closings_issuer_id_company_id_fkey'],
  validation_entries: ['validation_entries_issuer_id_file_id_fkey'],
  recurring_payments: ['recurring_payments_issuer_id_account_id_fkey', 'recurring_payments_issuer_id_payer_id_fkey'],
  recurring_runs: [
    'recurring_runs_issuer_id_payment_id_fkey',
    'recurring_runs_issuer_id_recurring_id_fkey',
    'recurring_runs_issuer_id_statement_id_fkey'
  ],
  wallet_accounts: ['wallet_accounts_issuer_id_user_id_fkey'],
  disputes: [
    'disputes_issuer_id_account_id_fkey',
    'disputes_issuer_id_opened_by_fkey',
    'disputes_issuer_id_reason_id_fkey'
  ],
  dispute_cases: ['dispute_cases_issuer_id_dispute_id_fkey'],
  dispute_commands: ['dispute_commands_issuer_id_dispute_id_fkey'],
  dispute_evidence: ['dispute_evidence_issuer_id_dispute_id_fkey'],
  simulated_evidence: ['simulated_evidence_issuer_id_fkey'],
  dispute_steps: ['dispute_steps_issuer_id_dispute_id_fkey'],
  dispute_cursors: ['dispute_cursors_issuer_id_fkey'],
  simulated_claims: ['simulated_claims_issuer_id_fkey'],
  quick_links: ['quick_links_issuer_id_user_id_fkey'],
  receipt_likes: ['receipt_likes_issuer_id_attachment_id_fkey', 'receipt_likes_issuer_id_like_id_fkey'],
  receipt_readings: ['receipt_readings_issuer_id_attachment_id_fkey'],
  purchase_group_records: [
    'purchase_group_records_issuer_id_group_id_fkey',
    'purchase_group_records_issuer_id_record_id_fkey'
  ],
  purchase_group_users: [
    'purchase_group_users_issuer_id_group_id_group_state_fkey',
    'purchase_group_users_issuer_id_user_id_fkey'
  ],
  purchase_groups: [
    'purchase_groups_issuer_id_company_id_fkey',
    'purchase_groups_issuer_id_profile_id_company_id_fkey'
  ],
  purchase_request_decisions: [
    'purchase_request_decisions_issuer_id_decided_by_fkey',
    'purchase_request_decisions_issuer_id_on_behalf_of_fkey',
    'purchase_request_decisions_issuer_id_request_id_fkey'
  ],
  purchase_request_invoices: ['purchase_request_invoices_issuer_id_request_id_fkey'],
  purchase_request_lines: ['purchase_request_lines_issuer_id_request_id_fkey'],
  purchase_requests: [
    'purchase_requests_issuer_id_behalf_of_id_fkey',
    'purchase_requests_issuer_id_company_id_fkey',
    'purchase_requests_issuer_id_group_id_company_id_fkey',
    'purchase_requests_issuer_id_node_id_fkey',
    'purchase_requests_issuer_id_real_card_id_fkey',
    'purchase_requests_issuer_id_requester_id_fkey',
    'purchase_requests_issuer_id_supplier_id_fkey',
    'purchase_requests_issuer_id_template_id_fkey',
    'purchase_requests_issuer_id_type_id_fkey'
  ],
  receipts: ['receipts_issuer_id_attachment_id_fkey', 'receipts_issuer_id_owner_id_fkey'],
  recent_items: ['recent_items_issuer_id_user_id_fkey', 'recent_items_record_issuer_id_fkey'],
  recognized_browsers: ['recognized_browsers_issuer_id_user_id_fkey'],
  registration_locks: ['registration_locks_issuer_id_node_id_fkey'],
  registration_starts: ['registration_starts_brand_name_fkey'],
  registrations: [
    'registrations_brand_name_fkey',
    'registrations_issuer_id_fkey',
    'registrations_issuer_id_node_id_fkey',
    'registrations_issuer_id_user_id_fkey'
  ],
  reset_tokens: ['reset_tokens_issuer_id_user_id_fkey'],
  spending_alert_firings: [
    'spending_alert_firings_issuer_id_alert_id_fkey',
    'spending_alert_firings_issuer_id_authorization_id_fkey',
    'spending_alert_firings_issuer_id_place_id_fkey',
    'spending_alert_firings_issuer_id_rule_id_fkey'
  ],
  spending_alert_recipients: [
    'spending_alert_recipients_issuer_id_alert_id_fkey',
    'spending_alert_recipients_issuer_id_user_id_fkey'
  ],
  spending_alert_rules: ['spending_alert_rules_issuer_id_alert_id_fkey'],
  spending_alerts: ['spending_alerts_issuer_id_node_id_fkey', 'spending_alerts_issuer_id_owner_user_id_fkey'],
  report_definitions: ['report_definitions_issuer_id_owner_user_id_fkey'],
  report_deliveries: ['report_deliveries_issuer_id_firing_id_fkey', 'report_deliveries_issuer_id_user_id_fkey'],
  report_firings: ['report_firings_issuer_id_schedule_id_fkey'],
  report_recipients: ['report_recipients_issuer_id_schedule_id_fkey', 'report_recipients_issuer_id_user_id_fkey'],
  report_schedules: [
    'report_schedules_issuer_id_definition_id_fkey',
    'report_schedules_issuer_id_feed_mapping_id_fkey',
    'report_schedules_issuer_id_owner_user_id_fkey'
  ],
  report_runs: ['report_runs_issuer_id_owner_user_id_fkey'],
  resource_opens: ['resource_opens_issuer_id_resource_id_fkey'],
  resource_visits: ['resource_visits_issuer_id_user_id_fkey'],
  report_shares: [
    'report_shares_issuer_id_definition_id_fkey',
    'report_shares_issuer_id_node_id_fkey',
    'report_shares_issuer_id_user_id_fkey'
  ],
  saved_views: ['saved_views_issuer_id_user_id_fkey'],
  search_words: ['search_words_issuer_id_fkey'],
  security_answers: ['security_answers_issuer_id_user_id_fkey', 'security_answers_question_id_fkey'],
  sessions: [
    'sessions_accessor_issuer_id_accessor_session_id_fkey',
    'sessions_accessor_issuer_id_accessor_user_id_fkey',
    'sessions_brand_name_fkey',
    'sessions_issuer_id_assignment_id_fkey',
    'sessions_issuer_id_user_id_fkey'
  ],
  settings: ['settings_issuer_id_node_id_fkey'],
  setup_record_keys: ['setup_record_keys_issuer_id_record_id_fkey'],
  setup_records: ['setup_records_issuer_id_owner_id_fkey', 'setup_records_issuer_id_parent_id_owner_id_fkey'],
  setup_references: [
    'setup_references_issuer_id_record_id_fkey',
    'setup_references_issuer_id_target_file_id_fkey',
    'setup_references_issuer_id_target_node_id_fkey',
    'setup_references_issuer_id_target_record_id_fkey'
  ],
  setup_secrets: ['setup_secrets_issuer_id_record_id_fkey'],
  setup_totals: ['setup_totals_issuer_id_fkey'],
  spent_assertions: ['spent_assertions_provider_id_fkey'],
  split_profiles: [
    'split_profiles_issuer_id_company_id_fkey',
    'split_profiles_issuer_id_owner_id_fkey',
    'split_profiles_issuer_id_scheme_id_fkey'
  ],
  structure_upload_cards: ['structure_upload_cards_issuer_id_upload_id_fkey'],
  structure_upload_faults: ['structure_upload_faults_issuer_id_upload_id_fkey'],
  structure_upload_rows: ['structure_upload_rows_issuer_id_upload_id_fkey'],
  structure_uploads: [
    'structure_uploads_issuer_id_file_id_fkey',
    'structure_uploads_issuer_id_fkey',
    'structure_uploads_issuer_id_owner_user_id_fkey'
  ],
  transaction_lines: ['transaction_lines_issuer_id_posting_date_transaction_id_fkey'],
  transaction_sum_changes: ['transaction_sum_changes_issuer_id_company_id_fkey'],
  transaction_sum_issuers: ['transaction_sum_issuers_issuer_id_fkey'],
  transaction_sums: ['transaction_sums_issuer_id_company_id_fkey'],
  transactions: ['transactions_issuer_id_account_id_fkey', 'transactions_issuer_id_company_id_fkey'],
  user_directory: ['user_directory_issuer_id_user_id_fkey'],
  user_group_members: ['user_group_members_issuer_id_group_id_fkey', 'user_group_members_issuer_id_user_id_fkey'],
  user_groups: ['user_groups_issuer_id_node_id_fkey'],
  user_link_proofs: ['user_link_proofs_issuer_id_linked_user_id_fkey', 'user_link_proofs_issuer_id_session_id_fkey'],
  user_links: ['user_links_issuer_id_linked_user_id_fkey', 'user_links_issuer_id_primary_user_id_fkey'],
  user_templates: ['user_templates_issuer_id_authority_template_id_role_fkey', 'user_templates_issuer_id_node_id_fkey'],
  users: [
    'users_issuer_id_company_id_fkey',
    'users_issuer_id_fkey',
    'users_issuer_id_node_id_fkey',
    'users_supervisor'
  ],
  supplier_links: ['supplier_links_issuer_id_request_id_fkey'],
  supplier_passphrases: ['supplier_passphrases_issuer_id_supplier_id_fkey'],
  supplier_payments: ['supplier_payments_issuer_id_request_id_fkey'],
  virtual_cards: ['virtual_cards_issuer_id_request_id_fkey']
};
