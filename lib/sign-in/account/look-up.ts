import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { USER_IDS } from '../../directory/people/reads/user-ids';
import { inventedLoginInfo, type LoginInfo, loginInfoRow, userIdKey } from './user-id';

/**
 * The login info of a user id (P3.007, PD.5). An unknown user id gets an invented record by the same steps, so that
 * neither the answer nor its time reveals the difference (PD.2).
 */
export async function lookUpLoginInfo(userId: string): Promise<LoginInfo> {
  const key = userIdKey(userId);
  const invented = inventedLoginInfo(key);
  const [known] = await readRows(database(), loginInfoRow)`
    SELECT d.ldap_id AS "ldapId", c.login_type::text AS "loginType", d.b2b_alias AS "b2BAlias"
    FROM ${USER_IDS} d JOIN credentials c ON (c.issuer_id, c.user_id) = (d.issuer_id, d.user_id)
    WHERE d.user_id_key = ${key}`;
  return known ?? invented;
}
