/** Number of drawn templates, because each new character adds a glyph to the page. */
export const SHOWN_TEMPLATES = 3;

/** Index of the template that the virtual printer shows. */
export const PRINTED_TEMPLATE_INDEX = 1;
