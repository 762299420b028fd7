/** A parsed message. */
export type ReadLetter = {
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
};

const WORD = /=\?utf-8\?([bq])\?([^?]*)\?=/gi;

const decodeQuotedPrintable = (text: string): Buffer => {
  const bytes: number[] = [];
  const joined = text.replace(/=\r?\n/g, '');
  for (let at = 0; at < joined.length; at += 1) {
    const hex = joined[at] === '=' ? joined.slice(at + 1, at + 3) : '';
    if (/^[\dA-F]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    } else bytes.push(joined.charCodeAt(at) & 0xff);
  }
  return Buffer.from(bytes);
};

/** Decodes encoded words (RFC 2047) and removes the blanks between them. */
const decodeEncodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(WORD, (_, way: string, inside: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(inside, 'base64').toString('utf8')
        : decodeQuotedPrintable(inside.replaceAll('_', ' ')).toString('utf8'),
    );

const splitMessage = (raw: string): { headers: Map<string, string>; body: string } => {
  const at = raw.indexOf('\r\n\r\n');
  const head = at < 0 ? raw : raw.slice(0, at);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(
      line.slice(0, colon).toLowerCase(),
      decodeEncodedWords(line.slice(colon + 1).trim()),
    );
  }
  return { headers, body: at < 0 ? '' : raw.slice(at + 4) };
};

const decodeBody = (body: string, encoding: string): string => {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body).toString('utf8') : body;
};

/** Headers and both texts of a message (RFC 5322, 2045, 2046); supports only our own messages. */
export const readLetter = (raw: string): ReadLetter => {
  const { headers, body } = splitMessage(raw);
  const found: Record<string, string> = {};
  const type = headers.get('content-type') ?? '';
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => splitMessage(part.replace(/^\r\n/, '')))
    : [{ headers, body }];
  for (const part of parts) {
    const kind = /^text\/(\w+)/.exec(part.headers.get('content-type') ?? '')?.[1] ?? '';
    found[kind] = decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '').trim();
  }
  return { headers, text: found.plain ?? '', html: found.html ?? '' };
};
