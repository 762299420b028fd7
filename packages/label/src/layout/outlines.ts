/** Corners of a closed figure as x, y pairs, clockwise, in dots. */
export type Ring = number[];

/** Largest distance between a curve and its chords, in dots: no dot of its edge is decided by it twice. */
const FLATNESS = 0.06;
const MAX_CHORDS = 256;

/**
 * A quarter of a circle of radius 1, from straight up to straight right. Only + − × ÷ and square roots, so that every
 * engine finds the same corners; `sin` and `cos` differ in their last bits.
 */
function quarter(radius: number): { x: number; y: number }[] {
  const chords = Math.min(MAX_CHORDS, Math.max(1, Math.ceil(Math.sqrt(radius / (2 * FLATNESS)))));
  return Array.from({ length: chords + 1 }, (_, i) => {
    const t = i / chords;
    const scale = 1 + t * t;
    return { x: (2 * t) / scale, y: (1 - t * t) / scale };
  });
}

/** Goes round four quarters: `corner` has a point of the first and which way right and down are there. */
function around(
  radius: number,
  corner: (unit: { x: number; y: number }, right: 1 | -1, down: 1 | -1) => [number, number],
): Ring {
  const points = quarter(radius);
  const back = points.toReversed();
  return [
    ...points.flatMap((unit) => corner(unit, 1, -1)),
    ...back.flatMap((unit) => corner(unit, 1, 1)),
    ...points.flatMap((unit) => corner(unit, -1, 1)),
    ...back.flatMap((unit) => corner(unit, -1, -1)),
  ];
}

/** A rounded rectangle in a box `width` × `height`, `inset` from each of its sides; its corners shrink with it. */
export function roundedRect(width: number, height: number, radius: number, inset = 0): Ring {
  const r = Math.max(0, radius - inset);
  const [middleX, middleY] = [width / 2, height / 2];
  const [reachX, reachY] = [middleX - inset - r, middleY - inset - r];
  return around(r, ({ x, y }, right, down) => [
    middleX + right * (reachX + r * x),
    middleY + down * (reachY + r * y),
  ]);
}

/** The ellipse in a box `width` × `height`, each point moved inwards by `inset`. */
export function ellipse(width: number, height: number, inset = 0): Ring {
  const [rx, ry] = [width / 2, height / 2];
  return around(Math.max(rx, ry), ({ x, y }, right, down) => {
    // Across the edge, so that an outline is equally wide all round.
    const [acrossX, acrossY] = [x * ry, y * rx];
    const length = Math.sqrt(acrossX * acrossX + acrossY * acrossY);
    return [
      rx + right * (rx * x - (inset * acrossX) / length),
      ry + down * (ry * y - (inset * acrossY) / length),
    ];
  });
}

/** The same figure as a hole. */
export function reversed(ring: Ring): Ring {
  const turned: Ring = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) turned.push(ring[i] ?? 0, ring[i + 1] ?? 0);
  return turned;
}

/** Sine and cosine of an angle in degrees, the same in every engine, and exact for quarter turns. */
export function getSine(degrees: number): { sin: number; cos: number } {
  const whole = ((degrees % 360) + 360) % 360;
  const quarters = Math.floor(whole / 90);
  const rest = whole - quarters * 90;
  const isSteep = rest > 45;
  const small = smallSine(((isSteep ? 90 - rest : rest) * Math.PI) / 180);
  const [sin, cos] = isSteep ? [small.cos, small.sin] : [small.sin, small.cos];
  if (quarters === 1) return { sin: cos, cos: -sin };
  if (quarters === 2) return { sin: -sin, cos: -cos };
  return quarters === 3 ? { sin: -cos, cos: sin } : { sin, cos };
}

/** Taylor series up to an eighth of a turn, where nine terms are beyond the precision of a double. */
function smallSine(x: number): { sin: number; cos: number } {
  let [sin, cos, term] = [0, 0, 1];
  for (let n = 0; n < 18; n += 2) {
    const sign = n % 4 === 0 ? 1 : -1;
    cos += sign * term;
    sin += (sign * term * x) / (n + 1);
    term *= (x * x) / ((n + 1) * (n + 2));
  }
  return { sin, cos };
}
