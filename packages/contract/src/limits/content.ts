/** Of a notice that staff write: its title, its words, and the own path it is about. */
export const NOTICE_TITLE_LENGTH = 60;
export const NOTICE_TEXT_LENGTH = 500;
export const NOTICE_PATH_LENGTH = 200;
/** What an operator puts on the site is called. */
export const SOFTWARE_NAME_LENGTH = 40;
export const SLOGAN_LENGTH = 80;
export const FILE_TITLE_LENGTH = 60;
export const ARTICLE_TITLE_LENGTH = 100;
/** Of a file, or of an update log. */
export const VERSION_LENGTH = 32;
