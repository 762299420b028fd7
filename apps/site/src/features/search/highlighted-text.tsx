import type { Hit } from './address.ts';

/** Text with highlighted matches. */
export const HighlightedText = ({ segments }: { segments: Hit['title'] }) =>
  // The segments of a text never change order.
  segments.map(({ text, mark }, index) =>
    mark ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
