/** Returns the list row that contains the focus, or null. */
export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('main tbody tr') ?? null;
}

/** Focuses the next row's link, or the first one if no row has the focus. */
export function focusNextRow(): void {
  focusRow(1);
}

/** Focuses the previous row's link. */
export function focusPreviousRow(): void {
  focusRow(-1);
}

function focusRow(step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody tr th[scope=row] a')];
  const at = links.findIndex((link) => link.closest('tr') === focusedRow());
  links[at < 0 ? 0 : at + step]?.focus();
}
