/**
 * Recommended minimum X-dimension, mm. Smaller modules print and decode, but many scanners fail on
 * them. It equals 2 dots at 203 dpi, 3 at 300 dpi, 6 at 600 dpi.
 */
export const RECOMMENDED_MODULE_MM = 0.245;
