/** The row of a list that has the focus somewhere in it; null when none has. */
export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('main tbody tr') ?? null;
}

/** Moves the focus to the link of the next row of a list; to that of the first one from elsewhere. */
export function focusNextRow(): void {
  focusRow(1);
}

/** Moves it to the row before. */
export function focusPreviousRow(): void {
  focusRow(-1);
}

function focusRow(step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('main tbody tr th[scope=row] a')];
  const at = links.findIndex((link) => link.closest('tr') === focusedRow());
  links[at < 0 ? 0 : at + step]?.focus();
}
