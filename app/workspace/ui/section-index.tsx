interface Props {
  /** The name of the list of links. */
  label: string;
  /** The sections of the page in order, each with the id of its frame or heading. */
  sections: readonly { id: string; label: string }[];
}

/** The links to the sections of a long page. */
export const SectionIndex = ({ label, sections }: Props) => (
  <nav className="section-index" aria-label={label}>
    {sections.map((section) => (
      <a key={section.id} href={`#${section.id}`}>
        {section.label}
      </a>
    ))}
  </nav>
);
