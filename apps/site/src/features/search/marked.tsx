import type { Hit } from './address.ts';

/** Text with what was found in it. */
export const Marked = ({ segments }: { segments: Hit['title'] }) =>
  // The pieces of one text never change places.
  segments.map(({ text, mark }, index) =>
    mark ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
