/** Receives what statements and waits for connections cost. Called often: it must be quick. */
export type DatabaseMonitor = {
  onQuery: (seconds: number, isFailed: boolean) => void;
  /** A connection was lent after this wait; 0 for none. */
  onConnection: (waitSeconds: number) => void;
};

/** Connections of a database in this process. */
export type PoolState = {
  max: number;
  /** Lent to statements and transactions. */
  busy: number;
  idle: number;
  /** Statements and transactions that wait for one. */
  waiting: number;
};
