import { graphql, type ResultOf } from '../api/graphql.js';
import type { Choice } from '../design/choices.js';
import type { Text } from '../text/use-text.js';

/** Number of items that would remain with a filter value. */
export const FACET = graphql(`
  fragment ShownFacet on Facet @_unmask {
    key
    count
    isCapped
  }
`);

/** Adds the counts to the choices. A value that the API does not list has a count of 0. */
export function counted(
  choices: readonly Choice[],
  facets: readonly ResultOf<typeof FACET>[] | undefined,
  text: Text,
): readonly Choice[] {
  if (!facets) return choices;
  const known = new Map(facets.map((facet) => [facet.key, facet]));
  return choices.map((choice) => {
    const { count, isCapped } = known.get(choice.value) ?? { count: 0, isCapped: false };
    return { ...choice, count: text(isCapped ? 'filter.countOver' : 'filter.count', { count }) };
  });
}
