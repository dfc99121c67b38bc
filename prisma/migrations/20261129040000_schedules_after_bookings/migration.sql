-- Schedules that run when a feed has booked transactions.
ALTER TABLE report_schedules
  DROP CONSTRAINT report_schedules_frequency_check,
  ADD CONSTRAINT report_schedules_frequency_check CHECK (frequency IN (
    'daily', 'weekdays', 'weekly', 'monthly', 'nth_weekday', 'nth_business_day', 'last_business_day', 'cycle_end',
    'fiscal_end', 'after_bookings'));
CREATE INDEX report_schedules_after_bookings ON report_schedules (issuer_id) WHERE frequency = 'after_bookings';
