/** Sides of a label, mm; for templates and for printer stock. */
export const LABEL_WIDTH_MM = { min: 5, max: 200 } as const;
export const LABEL_HEIGHT_MM = { min: 5, max: 300 } as const;

export const MAX_ELEMENTS = 200;
export const ELEMENT_NAME_LENGTH = 40;
/** Groups with a name, a parent or a condition. */
export const MAX_ELEMENT_GROUPS = 100;
/** Guides per direction. */
export const MAX_GUIDES = 50;
/**
 * Rows or columns of a table. `TABLE_LINE_MM`: height of a row or width of a column, mm;
 * `MAX_TABLE_CELLS`: cells of a table.
 */
export const MAX_TABLE_LINES = 50;
export const TABLE_LINES = { min: 1, max: MAX_TABLE_LINES } as const;
/** Space between a cell's lines and its content. */
export const CELL_PADDING_MM = { min: 0, max: 50 } as const;
export const TABLE_LINE_MM = { min: 0.5, max: LABEL_HEIGHT_MM.max } as const;
export const MAX_TABLE_CELLS = 200;
/** Parts of a text with a look of their own. */
export const MAX_TEXT_SPANS = 50;
/** Elements and table cells together. */
export const MAX_PARTS = 500;
/** Fields of a template; also columns of a pasted sheet that can be mapped to a field. */
export const MAX_FIELDS = 60;
/** Name of a field, and its label on screen. */
export const FIELD_NAME_LENGTH = 32;
export const SAMPLE_LENGTH = 2000;
/** Formula of a field. The engine accepts 1,000 characters in the braces of a content. */
export const FORMULA_LENGTH = 500;
/** Serial numbers. The maximum is far below the limit of exact integers. */
export const SERIAL_START = { min: 0, max: 1_000_000_000_000 } as const;
export const SERIAL_STEP = { min: 1, max: 10_000 } as const;
/** Digits; 0: as many as the number needs. */
export const SERIAL_WIDTH = { min: 0, max: 20 } as const;
/** Digits of a custom alphabet. */
export const SERIAL_ALPHABET_LENGTH = { min: 2, max: 64 } as const;
/** Maximum length of a field's value and of an element's content. */
export const CONTENT_LENGTH = 4000;
/** Range of the maximum length that a field can set for its values, characters. */
export const MAX_VALUE_LENGTH = { min: 1, max: CONTENT_LENGTH } as const;
/** An element may extend past the label by one label's size. */
export const ELEMENT_SIDE_MM = { min: 0, max: LABEL_HEIGHT_MM.max } as const;
export const ELEMENT_PLACE_MM = { min: -LABEL_HEIGHT_MM.max, max: LABEL_HEIGHT_MM.max } as const;
/**
 * Em size of a text, size of the text below bars, and widths of lines and frames, mm; line height
 * in ems.
 */
export const TEXT_SIZE_MM = { min: 0.5, max: 200 } as const;
export const CODE_TEXT_MM = { min: 0.5, max: 50 } as const;
export const LINE_MM = { min: 0, max: 50 } as const;
export const LINE_HEIGHT = { min: 0.5, max: 10 } as const;
/** Spacing between the characters of a text, and between bars and their text, mm. */
export const LETTER_SPACING_MM = { min: -10, max: 50 } as const;
export const CODE_SPACING_MM = { min: 0, max: 50 } as const;
/** Corner radius of a frame, mm. The drawn radius is at most half the shorter side. */
export const RADIUS_MM = { min: 0, max: LABEL_WIDTH_MM.max / 2 } as const;
/** Horizontal scale of a text's characters. */
export const WIDTH_SCALE = { min: 0.25, max: 4 } as const;
/** Clockwise rotation of elements that allow any angle. */
export const ANGLE_DEG = { min: -360, max: 360 } as const;
/** First grey level that stays white; 0 is black, 255 white. */
export const IMAGE_THRESHOLD = { min: 0, max: 255 } as const;
/**
 * Pictures per template, and base64 characters of each PNG. The engine limits the pixels
 * (`MAX_PICTURE_PIXELS`).
 */
export const MAX_IMAGES = 4;
export const IMAGE_TEXT_LENGTH = 100_000;
export const IMAGE_ID_LENGTH = 64;
/** Additional samples of a field. */
export const MAX_MORE_SAMPLES = 8;
export const TEMPLATE_NAME_LENGTH = 60;
export const TEMPLATE_CATEGORY_LENGTH = 20;
/**
 * Bytes of a template's stored JSON. A form takes more, because a Chinese character takes nine
 * bytes there.
 */
export const TEMPLATE_BYTES = 1_000_000;
export const TEMPLATE_FORM_BYTES = 3_100_000;
/** Values in a template, and their nesting depth in the input of a call. */
export const TEMPLATE_VALUES = 30_000;
export const TEMPLATE_DEPTH = 9;
/** Former versions kept per template, and their total bytes; the oldest are deleted first. */
export const MAX_VERSIONS = 50;
export const VERSIONS_BYTES = 5_000_000;
/** Characters of the code in a share link. */
export const SHARE_CODE_LENGTH = 22;
