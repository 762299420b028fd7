/** What a printer may be like; what is left out is as RFC 8011 says. Times in ms. */
export type Options = {
  /** From a whole document to paper. */
  printMs: number;
  /** Documents it takes. */
  formats: readonly string[];
  /** Of the paper it knows, hundredths of a millimetre. */
  sizes: readonly (readonly [x: number, y: number])[];
  /** Of its rasters. */
  dpi: number;
  /** It makes jobs first (Create-Job), and takes their document then. */
  createsJobs: boolean;
  /** It tells how many sheets came out: not at all, as it is, always none, or twice as many. */
  sheets: 'silent' | 'right' | 'none' | 'double';
  /** It says `completed` as soon as it has the document. */
  early: boolean;
  /** It says `queued-in-device` with `completed`. */
  forwards: boolean;
  /** It forgets jobs that are over. */
  forgetsJobs: boolean;
  /** It forgets jobs that it aborts, and keeps others. */
  forgetsAborted: boolean;
  /** So long a job may be without a document before it is aborted (`multiple-operation-time-out`); 0: for ever. */
  openMs: number;
  /** It makes no other job while one has no document yet. */
  isBusyWhileOpen: boolean;
  /** It does not tell when a job was begun. */
  hidesTimes: boolean;
  /** It tells how many documents a job was given. */
  tellsDocuments: boolean;
  /** It does not tell that of a job that is over. */
  forgetsDocuments: boolean;
  /** From Cancel-Job to `canceled`. */
  cancelMs: number;
  /** Its answers about jobs are so old. */
  staleMs: number;
  /** Each answer takes so long. */
  lagMs: number;
  /** It says of itself what only servers say. */
  server: boolean;
  /** Where it is: `/ipp/print`. */
  path: string;
  /** 0: the system chooses one. */
  port: number;
  /** PEM, for `ipps`. */
  tls: { key: string; cert: string } | null;
};

export const DEFAULTS: Options = {
  printMs: 200,
  formats: ['application/octet-stream', 'application/pdf', 'image/pwg-raster'],
  sizes: [
    [5080, 3000],
    [21_000, 29_700],
  ],
  dpi: 203,
  createsJobs: true,
  sheets: 'right',
  early: false,
  forwards: false,
  forgetsJobs: false,
  forgetsAborted: false,
  openMs: 0,
  isBusyWhileOpen: false,
  hidesTimes: false,
  tellsDocuments: true,
  forgetsDocuments: false,
  cancelMs: 0,
  staleMs: 0,
  lagMs: 0,
  server: false,
  path: '/ipp/print',
  port: 0,
  tls: null,
};
