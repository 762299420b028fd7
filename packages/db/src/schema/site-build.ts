import type { Generated } from 'kysely';

/** Build of the site whose assets are in the file store, for pages that were opened under it. */
export type SiteBuildTable = {
  id: Generated<number>;
  /** Hash of the build, as in the address of its manifest; unique. */
  build_id: string;
  /** JSON: route rules and assets. */
  content: string;
  /** Epoch ms of the latest start of a server with this build. */
  started_at: number;
};
