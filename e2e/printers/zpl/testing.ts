import { deflateSync } from 'node:zlib';
import { dialPrinter } from '../works/testing.ts';
import { computeZb64Crc } from './graphic.ts';

export { dialPrinter, pollFact } from '../works/testing.ts';
export type { Host } from '../works/testing.ts';

/** The fields of one answer to ~HS. */
export type Fields = { first: string[]; second: string[]; third: string[] };

export const listFields = (answer: string): Fields => {
  const strings = [...answer.matchAll(/\x02([^\x03]*)\x03\r\n/g)].map((item) =>
    (item[1] ?? '').split(','),
  );
  const [first = [], second = [], third = []] = strings.slice(-3);
  return { first, second, third };
};

const THREE = /(?:\x02[^\x03]*\x03\r\n){3}/;

/** Queries ~HS on a separate connection. */
export const askStatus = async (port: number): Promise<Fields> => {
  const host = await dialPrinter(port);
  host.send('~HS');
  const answer = await host.until(THREE);
  host.socket.destroy();
  return listFields(answer);
};

export const askVariable = async (port: number, name: string): Promise<string> => {
  const host = await dialPrinter(port);
  host.send(`! U1 getvar "${name}"\r\n`);
  const answer = await host.until(/"[^"]*"/);
  host.socket.destroy();
  return answer;
};

/** A label with its name, `mm` long at 8 dots/mm. */
export const buildLabel = (name: string, mm = 30, more = ''): string =>
  `^XA^LL${mm * 8}${more}^FO20,20^FD${name}^FS^XZ`;

/** The identity of a label: its text. */
export const indexByText = (drawn: { fields: { data: string }[] }): string =>
  drawn.fields.map((field) => field.data).join('|');

export const encodeZb64 = (kind: 'Z64' | 'B64', rows: Uint8Array): string => {
  const bytes = kind === 'Z64' ? deflateSync(rows) : rows;
  const encoded = Buffer.from(bytes).toString('base64');
  return `:${kind}:${encoded}:${computeZb64Crc(encoded)}`;
};
