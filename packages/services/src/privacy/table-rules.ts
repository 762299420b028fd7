/** Rows that name their member. */
export const MEMBER_OWNER = { column: 'member_id' } as const;

/** Rows deleted in steps after the account. */
export const REMOVE = { how: 'remove' } as const;

/** Rows deleted together with the account. */
export const REMOVE_WITH_ACCOUNT = { how: 'remove', withAccount: true } as const;

/** A sign-in, code or pairing under way is not exported. */
export const SHORT_LIVED = { columns: null, omissionReason: '几分钟内就作废' } as const;

/**
 * Reason for rows that batches refer to: deleting one would search every batch for references, so
 * the row stays, without content.
 */
export const EMPTIED_REASON = '只剩编号，里面什么也没有';
