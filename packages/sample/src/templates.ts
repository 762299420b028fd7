// Files of fixtures/labels, in the order members see them.

/** They stand for the rest: homes show the first eight, and the demo member has printed with the first two. */
const FIRST = ['price-tag', 'shelf', 'asset', 'cable', 'food', 'garment', 'jewel', 'cold-chain'];
const RETAIL = ['price-small', 'price-large', 'member-day', 'shelf-edge', 'clearance'];
const FOOD = ['weigh', 'produce', 'production', 'kitchen', 'drink', 'allergen', 'seal'];
const JEWELLERY = ['jewel-tail', 'jewel-card'];
const CABLES = ['cable-flag', 'cable-wrap', 'breaker'];
const MEDICAL = ['infusion', 'pharmacy', 'blood-tube', 'specimen', 'cryo', 'udi'];
const STORES = ['check-card', 'extinguisher', 'rack-beam'];
const CLOTHES = ['care', 'shoe-box'];
const OFFICE = ['visitor', 'name-badge', 'meeting-room', 'parking', 'exam-seat', 'book-spine'];

export const LABEL_TEMPLATES: readonly string[] = [
  ...FIRST,
  ...RETAIL,
  ...FOOD,
  ...JEWELLERY,
  ...CABLES,
  ...MEDICAL,
  ...STORES,
  ...CLOTHES,
  ...OFFICE,
];

const PARCELS = ['waybill', 'carton', 'return', 'waybill-180', 'pallet'];
const HANDLING = ['fragile', 'this-way-up', 'keep-dry'];

export const WAYBILL_TEMPLATES: readonly string[] = [...PARCELS, ...HANDLING];
