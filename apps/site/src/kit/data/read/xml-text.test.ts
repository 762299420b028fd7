import { describe, expect, it } from 'vitest';
import { simplifyXml } from './xml-text.ts';

describe('XML that is simplified', () => {
  it('has no prolog, comments or document type, and CDATA as text', () => {
    const text =
      '\uFEFF<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a><!-- b --><![CDATA[<&>]]>&#x1F600;&#60;</a>';
    expect(simplifyXml(text)).toBe('<a>&lt;&amp;&gt;😀&#60;</a>');
  });

  it.each(['<!--', '<![CDATA[', '<?', '<!DOCTYPE', '<!DOCTYPE[', '<!DOCTYPE a<'])(
    'is looked through once, whatever is never closed: %j',
    (start) => {
      expect(simplifyXml(start.repeat(1_000_000)).length).toBeLessThan(20_000_000);
    },
  );
});
