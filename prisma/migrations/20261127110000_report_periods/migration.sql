-- Periods of reports by fiscal years, reporting cycles, and numbers of days and months; schedules at the end of fiscal periods.
ALTER TABLE report_definitions
  DROP CONSTRAINT report_definitions_period_check,
  -- The longest one names a reporting cycle by its id.
  ADD CONSTRAINT report_definitions_period_check CHECK (length(period) BETWEEN 1 AND 60);
ALTER TABLE report_schedules
  -- The fiscal period at whose end it runs; it starts with the fiscal year of its owner's company.
  ADD COLUMN fiscal_period text CHECK (fiscal_period IN ('month', 'quarter', 'year')),
  DROP CONSTRAINT report_schedules_period_check,
  DROP CONSTRAINT report_schedules_pause_cause_check,
  DROP CONSTRAINT report_schedules_frequency_check,
  DROP CONSTRAINT report_schedules_rule;
ALTER TABLE report_schedules
  ADD CONSTRAINT report_schedules_period_check CHECK (length(period) BETWEEN 1 AND 60),
  ADD CONSTRAINT report_schedules_pause_cause_check CHECK (pause_cause IN ('owner', 'failures', 'cycle', 'fiscal')),
  ADD CONSTRAINT report_schedules_frequency_check CHECK (frequency IN (
    'daily', 'weekdays', 'weekly', 'monthly', 'nth_weekday', 'nth_business_day', 'last_business_day', 'cycle_end',
    'fiscal_end')),
  ADD CONSTRAINT report_schedules_rule CHECK (
    (frequency = 'weekly') = (cardinality(weekdays) > 0)
    AND (frequency = 'monthly') = (month_day IS NOT NULL)
    AND (frequency = 'nth_weekday') = (nth IS NOT NULL)
    AND (frequency = 'nth_weekday') = (weekday IS NOT NULL)
    AND (frequency = 'nth_business_day') = (business_day IS NOT NULL)
    AND (frequency = 'cycle_end') = (cycle_id IS NOT NULL)
    AND (frequency = 'fiscal_end') = (fiscal_period IS NOT NULL)
    AND (frequency IN ('cycle_end', 'fiscal_end')) = (days_after IS NOT NULL));
