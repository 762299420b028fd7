import { describe, expect, it } from 'vitest';
import { buildMetaHead } from './head.ts';

const META = { title: '下载 · 云标', description: '说明', path: '/标签/download' };

const listProperties = (
  software: { alias: string; domain: string | null } | null,
  meta: Parameters<typeof buildMetaHead>[0]['loaderData'],
): Record<string, unknown> => {
  const matches = software ? [{ routeId: '/$soft', loaderData: { software } }] : [];
  const match = { context: { origin: 'https://main.example' } };
  const head = buildMetaHead({ loaderData: meta, match, matches });
  const { meta: tags = [] } = head as { meta?: readonly object[] };
  return Object.fromEntries(
    tags.flatMap((tag) => {
      const { property, name, content } = tag as Record<string, string | undefined>;
      return property || name ? [[property ?? name, content]] : [];
    }),
  );
};

describe('what a page says to those who share it', () => {
  it('is shown with the picture of its kind and software, which the main host draws', () => {
    for (const domain of [null, 'own.example'])
      expect(listProperties({ alias: '标签', domain }, { meta: META })).toMatchObject({
        'og:site_name': '云标',
        'og:type': 'website',
        'og:image': `https://main.example/static/og/${encodeURIComponent('标签')}/download.png`,
        'twitter:card': 'summary_large_image',
      });
  });

  it('is shown with the picture of the site elsewhere, or with its own', () => {
    expect(listProperties(null, { meta: META })['og:image']).toBe(
      'https://main.example/static/og.png',
    );
    const meta = { ...META, image: '/uploads/a.webp' };
    expect(listProperties(null, { meta })['og:image']).toBe('https://main.example/uploads/a.webp');
  });

  it('is nothing for a page without an address', () => {
    const named = listProperties(null, { meta: { title: '下载', noindex: true } });
    expect(named).toEqual({ robots: 'noindex' });
    expect(listProperties(null, undefined)).toEqual({});
  });
});
