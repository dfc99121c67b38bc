import { readFileSync } from 'node:fs';
import { useDatabase } from '../support/module-world';

const database = useDatabase({ seeded: true });

const versions = () =>
  database.current.query<{ brand_name: string; content: Content }>(
    'SELECT brand_name, content FROM brand_versions ORDER BY brand_name'
  );

interface Content extends Record<string, unknown> {
  images: { digest: string }[];
}

/**
 * The content of a version when that migration was written: layouts and typefaces came later. Images are in any order.
 */
const before = ({ signInLayout, typeface, images, ...content }: Content) => ({
  ...content,
  images: [...images].sort((a, b) => (a.digest < b.digest ? -1 : 1))
});

test('the migration keeps what brands show already as their first version, as publishing would', async () => {
  const published = await versions();
  expect(published.length).toBeGreaterThan(50);
  const files = await database.current.query('SELECT digest FROM brand_image_files ORDER BY digest');
  await database.current.query('TRUNCATE brand_versions, brand_image_files');
  const sql = readFileSync('prisma/migrations/20261121150000_brand_studio/migration.sql', 'utf8');
  await database.current.query(sql.slice(sql.indexOf('INSERT INTO brand_image_files')));
  const kept = (list: Awaited<ReturnType<typeof versions>>) =>
    list.map(({ brand_name, content }) => [brand_name, before(content)]);
  expect(kept(await versions())).toEqual(kept(published));
  expect(await database.current.query('SELECT digest FROM brand_image_files ORDER BY digest')).toEqual(files);
});

test('a published version can not be changed', async () => {
  await expect(database.current.query("UPDATE brand_versions SET content = '{}'")).rejects.toThrow('never changed');
});
