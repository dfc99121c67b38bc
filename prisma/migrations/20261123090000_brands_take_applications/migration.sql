-- Pages of a brand show where companies may register, so every process reads the brands again when that changes.
CREATE TRIGGER issuer_brands_saved AFTER INSERT OR UPDATE OR DELETE ON issuer_brands
  FOR EACH STATEMENT EXECUTE FUNCTION notify_brand_saved();
CREATE TRIGGER settings_of_brands_saved AFTER INSERT OR UPDATE ON settings FOR EACH ROW
  WHEN (NEW.key IN ('self.registration.companies', 'sso.only')) EXECUTE FUNCTION notify_brand_saved();
CREATE TRIGGER settings_of_brands_deleted AFTER DELETE ON settings FOR EACH ROW
  WHEN (OLD.key IN ('self.registration.companies', 'sso.only')) EXECUTE FUNCTION notify_brand_saved();
