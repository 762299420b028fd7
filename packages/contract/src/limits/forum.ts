/** Maximum characters of Markdown in a question or reply. */
export const POST_LENGTH = 10_000;
export const POST_TITLE_LENGTH = { min: 4, max: 60 } as const;
/** Details of a report about a post. */
export const REPORT_LENGTH = 300;
export const GROUP_NAME_LENGTH = 20;
/** Public title of a staff member. */
export const STAFF_TITLE_LENGTH = 20;
