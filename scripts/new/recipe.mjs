// Optional steps (★) of a recipe in AGENTS.md, which the generator does not repeat.

/**
 * Lines with a ★ in the recipe with this heading, whole: the beginning of a line says which folder
 * its parts are in. A ★ in brackets explains its file.
 */
export const listOptionalSteps = (guide, heading) => {
  const [, recipe = ''] = guide.split(`\n**${heading}**`);
  const [list] = recipe.split(/\n\*\*|\n## /);
  return list
    .split('\n')
    .filter((line) => /(?<!\()★/.test(line))
    .map((line) => line.replace(/^- /, ''));
};
