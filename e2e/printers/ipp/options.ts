/** Behaviour of a printer; the defaults follow RFC 8011. Times in ms. */
export type Options = {
  /** Time from the complete document to the printed sheet. */
  printMs: number;
  /** Supported document formats. */
  formats: readonly string[];
  /** Supported paper sizes, hundredths of a millimetre. */
  sizes: readonly (readonly [x: number, y: number])[];
  /** Resolution of its rasters. */
  dpi: number;
  /** Supports Create-Job with a separate document. */
  createsJobs: boolean;
  /**
   * How it reports the number of printed sheets: not at all, correctly, always none, or doubled.
   */
  sheets: 'silent' | 'right' | 'none' | 'double';
  /** Reports `completed` as soon as it has the document. */
  early: boolean;
  /** Reports `queued-in-device` with `completed`. */
  forwards: boolean;
  /** Deletes ended jobs. */
  forgetsJobs: boolean;
  /** Deletes aborted jobs and keeps the others. */
  forgetsAborted: boolean;
  /**
   * Time after which a job without a document is aborted (`multiple-operation-time-out`); 0: never.
   */
  openMs: number;
  /** Accepts no other job while one has no document. */
  isBusyWhileOpen: boolean;
  /** Does not report the start time of a job. */
  hidesTimes: boolean;
  /** Reports the number of documents of a job. */
  tellsDocuments: boolean;
  /** Does not report it for an ended job. */
  forgetsDocuments: boolean;
  /** Time from Cancel-Job to `canceled`. */
  cancelMs: number;
  /** Age of its responses about jobs. */
  staleMs: number;
  /** Delay of each response. */
  lagMs: number;
  /** Reports attributes that only servers have. */
  server: boolean;
  /** Its path: `/ipp/print`. */
  path: string;
  /** 0: a free port. */
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
