import { type FieldNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { selectedOfItems } from './selected-fields.js';

function selectedIn(document: string): string[] {
  const { definitions } = parse(document);
  const [operation] = definitions as readonly OperationDefinitionNode[];
  const parts = definitions.filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION);
  const fragments = Object.fromEntries(parts.map((part) => [part.name.value, part]));
  return [...selectedOfItems({ fieldNodes: operation!.selectionSet.selections as readonly FieldNode[], fragments })];
}

describe('selected fields of a list', () => {
  it.each([
    ['{ list { totalCount pageInfo { endCursor } } }', []],
    ['{ list { nodes { a b: c } } }', ['a', 'c']],
    ['{ list { edges { cursor node { a } } nodes { b } } }', ['a', 'b']],
    ['{ list { edges { node { a } } edges { node { a { x } b } } } }', ['a', 'b']],
    ['{ list { nodes { a @skip(if: true) ... @include(if: false) { b } } } }', ['a', 'b']],
    [
      '{ list { ...Page } } fragment Page on P { edges { ...Edge } } fragment Edge on E { node { ... on N { a } } }',
      ['a'],
    ],
  ])('selected fields of a list are found in %s', (document, fields) => {
    expect(selectedIn(document).sort()).toEqual(fields);
  });
});
