import { classifyMove, reachableFrom, type StateMachine, toMermaid } from './state-machine.js';

type Light = 'RED' | 'GREEN' | 'BROKEN' | 'LOST';

const LIGHTS: StateMachine<Light> = {
  RED: { kind: 'open', meaning: 'Stop.', next: ['GREEN'] },
  GREEN: { kind: 'resting', meaning: 'Go.', next: ['RED', 'BROKEN'] },
  BROKEN: { kind: 'final', meaning: 'Beware.', next: [], corrections: ['RED'] },
  LOST: { kind: 'final', meaning: 'Unreachable.', next: [] },
};

describe('a state machine', () => {
  it.each<[Light, Light, string]>([
    ['RED', 'GREEN', 'step'],
    ['GREEN', 'GREEN', 'none'],
    ['BROKEN', 'BROKEN', 'none'],
    ['RED', 'BROKEN', 'refused'],
    ['BROKEN', 'RED', 'correction'],
    ['BROKEN', 'GREEN', 'refused'],
    ['LOST', 'RED', 'refused'],
  ])('from %s to %s is a move of the kind %s', (from, to, move) => {
    expect(classifyMove(LIGHTS, from, to)).toBe(move);
  });

  it('knows what can be reached, by corrections too', () => {
    expect([...reachableFrom(LIGHTS, 'BROKEN')].sort()).toEqual(['BROKEN', 'GREEN', 'RED']);
    expect([...reachableFrom(LIGHTS, 'LOST')]).toEqual(['LOST']);
  });

  it('is drawn with every move', () => {
    expect(toMermaid(LIGHTS, 'RED').split('\n')).toEqual([
      'stateDiagram-v2',
      '    [*] --> RED',
      '    RED --> GREEN',
      '    GREEN --> RED',
      '    GREEN --> BROKEN',
      '    BROKEN --> RED: correction',
      '    BROKEN --> [*]',
      '    LOST --> [*]',
    ]);
  });
});
