/** Vertices of a closed figure as x, y pairs, clockwise, in dots. */
export type Ring = number[];

/** Maximum distance between a curve and its chords, in dots. */
const FLATNESS = 0.06;
const MAX_CHORDS = 256;

/**
 * A quarter of the unit circle, from the top to the right; `radius` sets the number of chords. Uses
 * only + − × ÷ and square roots, so that every engine computes the same vertices; `sin` and `cos`
 * differ in their last bits.
 */
function traceQuarterCircle(radius: number): { x: number; y: number }[] {
  const chords = Math.min(MAX_CHORDS, Math.max(1, Math.ceil(Math.sqrt(radius / (2 * FLATNESS)))));
  return Array.from({ length: chords + 1 }, (_, i) => {
    const t = i / chords;
    const scale = 1 + t * t;
    return { x: (2 * t) / scale, y: (1 - t * t) / scale };
  });
}

/**
 * Traces four quarters. `corner` maps a point of the unit quarter, with the signs of its right and
 * down direction, to a vertex.
 */
function traceRingByQuarters(
  radius: number,
  corner: (unit: { x: number; y: number }, right: 1 | -1, down: 1 | -1) => [number, number],
): Ring {
  const points = traceQuarterCircle(radius);
  const back = points.toReversed();
  return [
    ...points.flatMap((unit) => corner(unit, 1, -1)),
    ...back.flatMap((unit) => corner(unit, 1, 1)),
    ...points.flatMap((unit) => corner(unit, -1, 1)),
    ...back.flatMap((unit) => corner(unit, -1, -1)),
  ];
}

/**
 * Rounded rectangle in a box of `width` × `height`, `inset` from each side; the corner radius
 * shrinks by `inset`.
 */
export function buildRoundedRect(width: number, height: number, radius: number, inset = 0): Ring {
  const r = Math.max(0, radius - inset);
  const [middleX, middleY] = [width / 2, height / 2];
  const [reachX, reachY] = [middleX - inset - r, middleY - inset - r];
  return traceRingByQuarters(r, ({ x, y }, right, down) => [
    middleX + right * (reachX + r * x),
    middleY + down * (reachY + r * y),
  ]);
}

/** Ellipse in a box of `width` × `height`, with each point moved inwards by `inset`. */
export function buildEllipse(width: number, height: number, inset = 0): Ring {
  const [rx, ry] = [width / 2, height / 2];
  return traceRingByQuarters(Math.max(rx, ry), ({ x, y }, right, down) => {
    // Moves along the normal, so that an outline has the same width everywhere.
    const [acrossX, acrossY] = [x * ry, y * rx];
    const length = Math.sqrt(acrossX * acrossX + acrossY * acrossY);
    return [
      rx + right * (rx * x - (inset * acrossX) / length),
      ry + down * (ry * y - (inset * acrossY) / length),
    ];
  });
}

/** Reverses the direction, which turns the figure into a hole. */
export function reverseRing(ring: Ring): Ring {
  const reversedRing: Ring = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) reversedRing.push(ring[i] ?? 0, ring[i + 1] ?? 0);
  return reversedRing;
}

/**
 * Sine and cosine of an angle in degrees, identical in every engine and exact for quarter turns.
 */
export function computeSinCos(degrees: number): { sin: number; cos: number } {
  const normalizedDegrees = ((degrees % 360) + 360) % 360;
  const quarters = Math.floor(normalizedDegrees / 90);
  const degreesInQuarter = normalizedDegrees - quarters * 90;
  const isSteep = degreesInQuarter > 45;
  const small = computeSmallAngleSinCos(
    ((isSteep ? 90 - degreesInQuarter : degreesInQuarter) * Math.PI) / 180,
  );
  const [sin, cos] = isSteep ? [small.cos, small.sin] : [small.sin, small.cos];
  if (quarters === 1) return { sin: cos, cos: -sin };
  if (quarters === 2) return { sin: -sin, cos: -cos };
  return quarters === 3 ? { sin: -cos, cos: sin } : { sin, cos };
}

/** Taylor series for up to an eighth of a turn; nine terms exceed the precision of a double. */
function computeSmallAngleSinCos(x: number): { sin: number; cos: number } {
  let [sin, cos, term] = [0, 0, 1];
  for (let n = 0; n < 18; n += 2) {
    const sign = n % 4 === 0 ? 1 : -1;
    cos += sign * term;
    sin += (sign * term * x) / (n + 1);
    term *= (x * x) / ((n + 1) * (n + 2));
  }
  return { sin, cos };
}
