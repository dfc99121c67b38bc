import { STATUS_CODES } from 'node:http';

/** What each HTTP status tells, from 1xx to 5xx (C8.048; RFC 9110 section 15 and the IANA registry). */
const DESCRIPTIONS: Record<number, string> = {
  100: 'The headers are accepted; go on with the body.',
  101: 'The connection changes to the protocol that was asked for.',
  102: 'The request was taken and is still being worked on.',
  103: 'Headers that the answer will probably have, ahead of it.',
  200: 'The request succeeded.',
  201: 'Something new was made; Location says where.',
  202: 'The request was accepted and will be worked on later.',
  203: 'The request succeeded; a proxy has changed the answer.',
  204: 'The request succeeded; there is nothing to send back.',
  205: 'The request succeeded; show the form as it was at first.',
  206: 'The part that was asked for.',
  207: 'Several answers in one, each with its own status.',
  208: 'The members were listed earlier in the same answer.',
  226: 'The answer is a difference to an earlier one.',
  300: 'There are several forms to choose from.',
  301: 'It has moved to another address for good.',
  302: 'It is at another address for the time being.',
  303: 'The answer is at another address, to be read with GET.',
  304: 'It has not changed since it was last read.',
  305: 'It was to be reached by a proxy; no longer used.',
  307: 'It is at another address for the time being; ask there with the same method.',
  308: 'It has moved to another address for good; ask there with the same method.',
  400: 'The request can not be understood, or contradicts itself.',
  401: 'Who asks is not known; credentials are missing or wrong.',
  402: 'Kept for payments to come.',
  403: 'The request was understood and is refused.',
  404: 'Nothing is at this address.',
  405: 'The address does not take this method; Allow lists those it takes.',
  406: 'There is no form of it that the request accepts.',
  407: 'The proxy does not know who asks.',
  408: 'The request did not arrive in time.',
  409: 'The request contradicts the present state.',
  410: 'It was here and is gone for good.',
  411: 'The length of the body has to be told.',
  412: 'A condition of the request does not hold.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body has a media type that is not taken.',
  416: 'There is no such part of it.',
  417: 'What Expect asks for can not be met.',
  418: 'A teapot can not brew coffee.',
  421: 'The request reached a server that does not answer for its host.',
  422: 'The request is well formed, but can not be carried out.',
  423: 'It is locked.',
  424: 'Something that the request depends on has failed.',
  425: 'The request came too early: it might have been sent before.',
  426: 'Another protocol is needed; Upgrade names it.',
  428: 'The request has to be conditional.',
  429: 'Too many requests in a time; Retry-After may say how long to wait.',
  431: 'The headers are too large.',
  451: 'It may not be shown for reasons of law.',
  500: 'The server failed.',
  501: 'The server does not know the method.',
  502: 'A server behind this one gave an answer that makes no sense.',
  503: 'The server can not answer now; Retry-After may say how long to wait.',
  504: 'A server behind this one did not answer in time.',
  505: 'The server does not speak this version of HTTP.',
  506: 'The choice among several forms leads back to itself.',
  507: 'There is no room for what was sent.',
  508: 'The request would go round in circles.',
  509: 'More was transferred than is allowed.',
  510: 'Further extensions are needed.',
  511: 'The network asks to sign in first.'
};

export interface HttpStatus {
  id: number;
  text: string;
  description: string;
}

/** The table of statuses, by code. */
export const HTTP_STATUSES: HttpStatus[] = Object.entries(DESCRIPTIONS).map(([code, description]) => ({
  id: Number(code),
  text: STATUS_CODES[code] ?? '',
  description
}));
