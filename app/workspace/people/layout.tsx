import './people.css';
import type { ReactNode } from 'react';

export default function PeopleLayout({ children }: { children: ReactNode }) {
  return children;
}
