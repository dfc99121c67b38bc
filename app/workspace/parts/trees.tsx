'use client';

import { useState } from 'react';
import { type CheckNode, CheckTree } from '../ui/check-tree';
import { Example } from './example';

const ALL = ['company', 'north', 'quay', 'south', 'west'];

/** A tree to tick, with a line in each state. `id` distinguishes the two schemes of the page. */
export function Trees({ id }: { id: string }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(['north']));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['company', 'north']));
  const node = (name: string, label: string, more: Partial<CheckNode> = {}): CheckNode => ({
    ...{ id: name, label, state: ticked.has(name) ? 'on' : 'off', opens: false, inside: [] },
    ...more
  });
  const nodes = [
    node('company', 'Harbour Works', {
      detail: 'Company 1000',
      opens: true,
      more: 'Show more',
      inside: [
        node('north', 'North', {
          opens: true,
          inside: [node('quay', 'Quay', ticked.has('north') ? { state: 'inherited', note: 'From North' } : {})]
        }),
        node('south', 'South', { opens: true, note: 'Travel is assigned here' }),
        node('west', 'West', { fault: 'Something else has been assigned here since.' })
      ]
    })
  ];
  return (
    <Example name="CheckTree: on, off, inherited, with a fault, closed, incomplete">
      <CheckTree
        label={`Places, ${id}`}
        nodes={nodes}
        open={open}
        onOpen={setOpen}
        onToggle={(ids) => setTicked(new Set(ALL.filter((one) => ticked.has(one) !== ids.includes(one))))}
        onMore={() => {}}
      />
    </Example>
  );
}
