// What the recipe of AGENTS.md adds "if it applies": the generator does not repeat it.

/**
 * Lines with a ★ in the recipe with this heading, whole: the beginning of a line says which folder
 * its parts are in. A ★ in brackets explains its file.
 */
export const listConditions = (guide, heading) => {
  const [, recipe = ''] = guide.split(`\n**${heading}**`);
  const [list] = recipe.split(/\n\*\*|\n## /);
  return list
    .split('\n')
    .filter((line) => /(?<!\()★/.test(line))
    .map((line) => line.replace(/^- /, ''));
};
