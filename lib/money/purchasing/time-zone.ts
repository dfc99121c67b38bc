import { TIME_ZONES } from '../../directory/structure/schema';

/** The name of a time zone, for the pattern of a field. */
export const TIME_ZONE = new RegExp(`^(?:${TIME_ZONES.map((name) => name.replaceAll('+', '\\+')).join('|')})$`);
