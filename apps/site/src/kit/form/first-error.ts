/**
 * Elements that receive the focus on an error: the field, the first option of a group, or the
 * button that represents the field.
 */
const INVALID_FIELD_SELECTOR =
  ':is(input, textarea, select)[aria-invalid="true"], [role="radiogroup"][aria-invalid="true"] input, [data-wrong]';

export const focusFirstError = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>(INVALID_FIELD_SELECTOR)?.focus();
