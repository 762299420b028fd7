import type { Generated } from 'kysely';

/** A server process of a site with several servers. Rows of ended processes stay for a day. */
export type NodeTable = {
  id: Generated<number>;
  /** Id of the process, as in `client.node_id`; unique. */
  node_id: string;
  /** Host name and port, for operators. */
  name: string;
  /** Hash of the site's build. */
  build: string;
  /** Id of the process's data folder, as in `client.virtual_home`. */
  data_folder_id: string;
  /** Hash that is equal on servers with the same `CLUSTER_KEY`. */
  key_check: string;
  /** Epoch ms by the clock of the database. */
  started_at: number;
  /** Latest heartbeat, epoch ms by the clock of the database. */
  seen_at: number;
  is_leader: number;
  /** The process announced its end: its clients are about to reconnect to others. */
  is_stopped: number;
  /** Number of connected print clients. */
  clients: number;
  /** Time that an event takes through the database and back to the same process, ms. */
  lag_ms: number;
};

/** Body of a message between servers that is too large for a notification. Read once, then deleted. */
export type NodeMessageTable = {
  id: Generated<number>;
  /** Random; unique. */
  message_id: string;
  /** JSON. */
  body: string;
  /** Epoch ms. */
  created_at: number;
};
