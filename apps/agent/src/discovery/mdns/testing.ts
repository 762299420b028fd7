/** Answers as printers give them, for tests. */

type Name = readonly string[];

const encodeInt16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

const encodeName = (name: Name): Buffer =>
  Buffer.concat([
    ...name.map((label) => {
      const bytes = Buffer.from(label);
      return Buffer.concat([Buffer.from([bytes.length]), bytes]);
    }),
    Buffer.from([0]),
  ]);

const encodeRecord = (name: Name, type: number, data: Buffer): Buffer =>
  Buffer.concat([
    encodeName(name),
    encodeInt16(type),
    // Class IN with the cache-flush bit (RFC 6762 §10.2).
    encodeInt16(0x8001),
    Buffer.from([0, 0, 0, 120]),
    encodeInt16(data.length),
    data,
  ]);

export const record = {
  ptr: (name: Name, target: Name): Buffer => encodeRecord(name, 12, encodeName(target)),
  srv: (name: Name, port: number, target: Name): Buffer =>
    encodeRecord(
      name,
      33,
      Buffer.concat([encodeInt16(0), encodeInt16(0), encodeInt16(port), encodeName(target)]),
    ),
  txt: (name: Name, texts: readonly string[]): Buffer =>
    encodeRecord(
      name,
      16,
      Buffer.concat(
        texts.map((text) => {
          const bytes = Buffer.from(text).subarray(0, 255);
          return Buffer.concat([Buffer.from([bytes.length]), bytes]);
        }),
      ),
    ),
  a: (name: Name, address: string): Buffer =>
    encodeRecord(name, 1, Buffer.from(address.split('.').map(Number))),
};

/** Answers a query. Repeats the question (RFC 6762 §6.7); records of the same name point to it. */
export const answerTo = (query: Uint8Array, records: readonly Buffer[]): Buffer => {
  const head = Buffer.from(query.subarray(0, 12));
  head[2] = 0x84;
  head.writeUInt16BE(records.length, 6);
  const body = Buffer.from(query.subarray(12));
  const asked = body.subarray(0, body.indexOf(0) + 1);
  const pointed = records.map((record) =>
    asked.length > 1 && record.subarray(0, asked.length).equals(asked)
      ? Buffer.concat([Buffer.from([0xc0, 12]), record.subarray(asked.length)])
      : record,
  );
  return Buffer.concat([head, body, ...pointed]);
};

/** Records of a printer that announces itself under several services. */
export const announcePrinter = (printer: {
  name: string;
  address: string;
  /** Address of the sender when it is not the printer. */
  source?: string;
  uuid?: string;
  services: Readonly<Record<string, number>>;
  texts?: readonly string[];
}): Buffer[] => {
  const host = ['printer-host', 'local'];
  const texts = [
    ...(printer.texts ?? []),
    ...(printer.uuid === undefined ? [] : [`UUID=${printer.uuid}`]),
  ];
  return Object.entries(printer.services).flatMap(([service, port]) => {
    const type = [service, '_tcp', 'local'];
    const name = [printer.name, ...type];
    return [
      record.ptr(type, name),
      record.srv(name, port, host),
      record.txt(name, texts),
      record.a(host, printer.address),
    ];
  });
};
