/** A notice written by staff: title, text, and own-site path. */
export const NOTICE_TITLE_LENGTH = 60;
export const NOTICE_TEXT_LENGTH = 500;
export const NOTICE_PATH_LENGTH = 200;
/** Names and titles of the content an operator edits. */
export const SOFTWARE_NAME_LENGTH = 40;
export const SLOGAN_LENGTH = 80;
export const FILE_TITLE_LENGTH = 60;
export const ARTICLE_TITLE_LENGTH = 100;
/** Version of a file or an update log. */
export const VERSION_LENGTH = 32;
