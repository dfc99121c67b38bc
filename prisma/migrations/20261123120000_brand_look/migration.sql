-- How a brand lays its sign-in out, its typeface, and the picture beside the form; null: as its parent.
CREATE TYPE sign_in_layout AS ENUM ('centered', 'split', 'plain');
CREATE TYPE brand_typeface AS ENUM ('system', 'inter', 'figtree', 'source_serif');
ALTER TABLE brands ADD COLUMN sign_in_layout sign_in_layout, ADD COLUMN typeface brand_typeface;
ALTER TYPE brand_image_kind ADD VALUE 'picture';
