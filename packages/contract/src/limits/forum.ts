/** Longest question and reply, characters of Markdown. */
export const POST_LENGTH = 10_000;
export const POST_TITLE_LENGTH = { min: 4, max: 60 } as const;
/** What a member says of a post that breaks the rules. */
export const REPORT_LENGTH = 300;
