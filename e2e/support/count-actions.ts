import type { Locator, Page } from 'playwright-core';

/** What a person names on the page: the role and the accessible name. */
type Named = Parameters<Page['getByRole']>[0];

export type File = { name: string; mimeType: string; buffer: Buffer };

/**
 * A person's way through the site with its actions counted: an action is one press or one filled
 * field. The page itself is out of reach, so that nothing is opened, chosen or sent in another way.
 * Looking costs nothing.
 */
export const startCounting = async (page: Page, path: string) => {
  const actions: string[] = [];
  await page.goto(path);
  const pressButton = async (target: Locator, name: string): Promise<void> => {
    await target.click();
    actions.push(`press ${name}`);
  };
  return {
    /** Presses the only element of this role and name. */
    press: (role: Named, name: string | RegExp, within?: Named) =>
      pressButton(
        (within ? page.getByRole(within) : page).getByRole(role, { name, exact: true }),
        String(name),
      ),
    /** Presses one choice of several, which is only seen as its text. */
    choose: (text: string) => pressButton(page.getByText(text, { exact: true }), text),
    fill: async (name: string | RegExp, text: string): Promise<void> => {
      await page.getByRole('textbox', { name }).fill(text);
      actions.push(`fill ${name}`);
    },
    /** Presses a button that asks for a file, and answers with one. Two actions. */
    openFile: async (name: string, file: File): Promise<void> => {
      const asked = page.waitForEvent('filechooser');
      await pressButton(page.getByRole('button', { name, exact: true }), name);
      await (await asked).setFiles(file);
      actions.push(`choose ${file.name}`);
    },
    see: (role: Named, name: string | RegExp) =>
      page.getByRole(role, { name }).first().waitFor({ timeout: 60_000 }),
    read: (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 60_000 }),
    /** The actions so far, in order. */
    listActions: (): readonly string[] => actions,
  };
};
