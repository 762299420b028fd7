/** What can take the focus of a field that is wrong: itself, the first choice of a group, or the button that stands for it. */
const WRONG =
  ':is(input, textarea, select)[aria-invalid="true"], [role="radiogroup"][aria-invalid="true"] input, [data-wrong]';

/** The first field that is wrong gets the focus. */
export const focusFirstError = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>(WRONG)?.focus();
