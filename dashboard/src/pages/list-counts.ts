import { graphql, type ResultOf } from '../api/graphql.js';
import type { Choice } from '../design/choices.js';
import type { Text } from '../text/use-text.js';

/** How many items of a list a choice would leave. */
export const FACET = graphql(`
  fragment ShownFacet on Facet @_unmask {
    key
    count
    isCapped
  }
`);

/** Choices with the counts that are known of them; the count of a value that is not told is none. */
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
