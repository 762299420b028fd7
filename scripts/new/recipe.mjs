// What the recipe of AGENTS.md adds "if it applies": the generator does not repeat it.

/** Parts after a ★ in the recipe with this heading: `['new area: …']`. A ★ in brackets explains its file. */
export const listConditions = (guide, heading) => {
  const [, recipe = ''] = guide.split(`\n**${heading}**`);
  const [list] = recipe.split(/\n\*\*|\n## /);
  return list
    .split('\n')
    .flatMap((line) => line.split(/(?<!\()★/).slice(1))
    .map((part) => part.replace(/;\s*$/, '').trim());
};
