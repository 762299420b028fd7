/** IPP constants that the client uses (RFC 8010 §3.5, RFC 8011 §5.4.15 and §B, PWG 5100.1). */
export const GROUP = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04, unsupported: 0x05 };

export const TAG = {
  unsupported: 0x10,
  unknown: 0x12,
  noValue: 0x13,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octets: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  range: 0x33,
  beginCollection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  uriScheme: 0x46,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
  memberName: 0x4a,
} as const;

export const OPERATION = {
  printJob: 0x0002,
  validateJob: 0x0004,
  createJob: 0x0005,
  sendDocument: 0x0006,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
  /** CUPS extension: lists all queues. */
  cupsGetPrinters: 0x4002,
} as const;
export type Operation = (typeof OPERATION)[keyof typeof OPERATION];

/** First status code of an error; lower codes are successful. */
export const FIRST_ERROR = 0x0100;

export const STATUS = {
  notAuthenticated: 0x0402,
  forbidden: 0x0401,
  notFound: 0x0406,
  gone: 0x0407,
  tooLarge: 0x0408,
  formatNotSupported: 0x040a,
  attributesNotSupported: 0x040b,
  documentFormatError: 0x0411,
  operationNotSupported: 0x0501,
  serviceUnavailable: 0x0502,
  versionNotSupported: 0x0503,
  notAcceptingJobs: 0x0506,
  busy: 0x0507,
} as const;
