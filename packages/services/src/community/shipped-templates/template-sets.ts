import type { TemplateSet } from '@yunbiao/contract';

// Files of packages/label/templates, in display order.

/** Home pages show these eight; the demo member has printed with the first two. */
const FEATURED = ['price-tag', 'shelf', 'asset', 'cable', 'food', 'garment', 'jewel', 'cold-chain'];
const RETAIL = ['price-small', 'price-large', 'member-day', 'shelf-edge', 'clearance'];
const FOOD = ['weigh', 'produce', 'production', 'kitchen', 'drink', 'allergen', 'seal'];
const JEWELLERY = ['jewel-tail', 'jewel-card'];
const CABLES = ['cable-flag', 'cable-wrap', 'breaker'];
const MEDICAL = ['infusion', 'pharmacy', 'blood-tube', 'specimen', 'cryo', 'udi'];
const STORES = ['check-card', 'extinguisher', 'rack-beam'];
const CLOTHES = ['care', 'shoe-box'];
const OFFICE = ['visitor', 'name-badge', 'meeting-room', 'parking', 'exam-seat', 'book-spine'];

const PARCELS = ['waybill', 'carton', 'return', 'waybill-180', 'pallet'];
const HANDLING = ['fragile', 'this-way-up', 'keep-dry'];

/** Public templates that ship with the product, by the kind of a software. */
export const TEMPLATE_SETS: Readonly<Record<TemplateSet, readonly string[]>> = {
  label: [
    ...FEATURED,
    ...RETAIL,
    ...FOOD,
    ...JEWELLERY,
    ...CABLES,
    ...MEDICAL,
    ...STORES,
    ...CLOTHES,
    ...OFFICE,
  ],
  waybill: [...PARCELS, ...HANDLING],
  none: [],
};
