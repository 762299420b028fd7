/** Longest question and reply, characters of Markdown. */
export const POST_LENGTH = 10_000;
export const POST_TITLE_LENGTH = { min: 4, max: 60 } as const;
/** What a member says of a post that breaks the rules. */
export const REPORT_LENGTH = 300;
export const GROUP_NAME_LENGTH = 20;
/** What a member of the staff is called in public. */
export const STAFF_TITLE_LENGTH = 20;
