-- Schedules by business days of the month, and what a schedule does on a day that is none.
ALTER TABLE report_schedules
  -- The nth business day of the month; in a month with fewer, its last.
  ADD COLUMN business_day smallint CHECK (business_day BETWEEN 1 AND 20),
  -- What happens on a weekend or a holiday: it runs all the same, on the business day before or after, or not at all.
  ADD COLUMN adjustment text NOT NULL DEFAULT 'none' CHECK (adjustment IN ('none', 'before', 'after', 'skip')),
  DROP CONSTRAINT report_schedules_frequency_check,
  DROP CONSTRAINT report_schedules_rule;
ALTER TABLE report_schedules
  ADD CONSTRAINT report_schedules_frequency_check CHECK (frequency IN (
    'daily', 'weekdays', 'weekly', 'monthly', 'nth_weekday', 'nth_business_day', 'last_business_day', 'cycle_end')),
  ADD CONSTRAINT report_schedules_rule CHECK (
    (frequency = 'weekly') = (cardinality(weekdays) > 0)
    AND (frequency = 'monthly') = (month_day IS NOT NULL)
    AND (frequency = 'nth_weekday') = (nth IS NOT NULL)
    AND (frequency = 'nth_weekday') = (weekday IS NOT NULL)
    AND (frequency = 'nth_business_day') = (business_day IS NOT NULL)
    AND (frequency = 'cycle_end') = (cycle_id IS NOT NULL)
    AND (frequency = 'cycle_end') = (days_after IS NOT NULL));
