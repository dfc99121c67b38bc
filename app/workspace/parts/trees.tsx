'use client';

import { useState } from 'react';
import { type CheckNode, CheckTree } from '../ui/check-tree';
import { type LinkNode, LinkTree } from '../ui/link-tree';
import { Example } from './example';

const ALL = ['company', 'north', 'quay', 'south', 'west'];

const leaf = (id: string, label: string, more: Partial<LinkNode> = {}): LinkNode => ({
  id,
  label,
  href: '#main',
  opens: false,
  inside: [],
  ...more
});
const LINKS = [
  leaf('bank', 'Harbour Bank', {
    detail: 'Issuer',
    count: '12',
    opens: true,
    more: 'Show more',
    inside: [
      leaf('works', 'Harbour Works', { detail: 'Company 1000', count: '99+', opens: true }),
      leaf('robin', 'Robin Example', { detail: 'Account ••4711', state: 'Closed' })
    ]
  })
];

/** A tree of links, and one to tick, with a line in each state. `id` distinguishes the two schemes of the page. */
export function Trees({ id }: { id: string }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(['north']));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['company', 'north']));
  const [followed, setFollowed] = useState<ReadonlySet<string>>(new Set(['bank']));
  const node = (name: string, label: string, more: Partial<CheckNode> = {}): CheckNode => ({
    id: name,
    label,
    state: ticked.has(name) ? 'on' : 'off',
    opens: false,
    inside: [],
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
    <>
      <Example name="LinkTree: open, closed, with a state, incomplete">
        <LinkTree label={`Structure, ${id}`} nodes={LINKS} open={followed} onOpen={setFollowed} onMore={() => {}} />
      </Example>
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
    </>
  );
}
