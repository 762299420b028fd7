import { parseTemplate } from '@yunbiao/contract/template';
import type { Lease, ServerMessage } from '@yunbiao/contract/gateway';
import type { Prepared } from '../printer/queue.ts';
import { loadFonts, prepareLabel } from '../render/prepare.ts';
import type { LabelSource } from '../render/prepare.ts';

/** What labels are drawn with. */
export type Sources = {
  /** A new connection sends every template anew. */
  clear: () => void;
  learn: (message: Extract<ServerMessage, { type: 'template' }>) => void;
  /** Ties a lease to its template, which then outlives the connection that brought both. */
  attach: (lease: Lease) => void;
  prepare: (lease: Lease) => Prepared;
};

export const createSources = (): Sources => {
  const fonts = loadFonts();
  const known = new Map<string, LabelSource>();
  const byLease = new WeakMap<Lease, LabelSource>();
  return {
    clear: () => known.clear(),
    learn: ({ key, template, setup }) => {
      try {
        known.set(key, { template: parseTemplate(template), setup });
      } catch {
        // Its labels fail one by one, with the reason.
        known.delete(key);
      }
    },
    attach: (lease) => {
      const source = known.get(lease.templateKey);
      if (source) byLease.set(lease, source);
    },
    prepare: (lease) => {
      const source = byLease.get(lease);
      if (!source) return { ok: false, reason: '打印客户端读不懂这个模板，请更新打印客户端' };
      return prepareLabel(source, lease.data, fonts);
    },
  };
};
