/** How people with a card spend; each account has one of these profiles. */
export const PROFILES = ['traveller', 'office', 'field', 'digital', 'executive'] as const;
export type Profile = (typeof PROFILES)[number];

/** How many accounts of each profile there are, and how many transactions they make, relatively. */
export const PROFILE_SHARES: Record<Profile, number> = {
  traveller: 30,
  office: 27,
  field: 25,
  digital: 8,
  executive: 10
};
export const PROFILE_ACTIVITY: Record<Profile, number> = {
  traveller: 1.3,
  office: 0.8,
  field: 1.1,
  digital: 0.9,
  executive: 1.2
};

export interface Category {
  /** ISO 18245. */
  code: string;
  /** The middle amount in US dollars at the price level 1, and how far amounts spread around it (of the logarithm). */
  median: number;
  spread: number;
  /** Where its shops are: in each city, in one place of a country, or one for the whole world, online. */
  reach: 'city' | 'country' | 'world';
  /** How its amounts end: to the coin, on round prices, on whole ones, or the same every month. */
  ending: 'exact' | 'price' | 'whole' | 'monthly';
  /** Which of the country's tax rates, none for −1. */
  rate: number;
  /** What a Saturday or Sunday sees of a working day. */
  weekend: number;
  /** How often each profile spends here, in the order of PROFILES. */
  weights: number[];
  /** What its merchants are called. */
  names: string[];
}

/** A line: `code median spread reach ending rate weekend | weights | names`. */
function category(line: string): Category {
  const [head = '', weights = '', names = ''] = line.split('|').map((part) => part.trim());
  const [code = '', median, spread, reach, ending, rate, weekend] = head.split(' ');
  return {
    code,
    median: Number(median),
    spread: Number(spread),
    reach: reach as Category['reach'],
    ending: ending as Category['ending'],
    rate: Number(rate),
    weekend: Number(weekend),
    weights: weights.split(' ').map(Number),
    names: names.split(', ')
  };
}

/**
 * Merchants' names are invented. In them `#` is a family name, `%` the city, `~` a made-up word, `$` what the
 * language calls such a place (LOCAL_WORDS).
 */
export const CATEGORIES: readonly Category[] = [
  // Travel
  '4511 310 0.7 country exact -1 0.5 | 30 6 1 6 28 | ~ Air, ~ Airways, Fly~, ~Jet',
  '4112 46 0.8 country price 1 0.4 | 34 10 6 6 14 | ~ Rail, ~ Trains, Intercity ~',
  '4121 24 0.6 city exact 1 0.7 | 40 8 2 6 34 | Taxi %, # Taxi, ~ Cabs, RideAlong %',
  '4131 14 0.5 city price 1 0.7 | 5 3 1 1 1 | ~ Coaches, Airport Bus %',
  '4111 6 0.6 city price 1 0.5 | 22 10 6 6 4 | % Transit, Metro %, ~ Ferries',
  '7011 165 0.6 city exact 1 0.5 | 40 5 6 5 30 | $hotel #, Hotel ~, Grand Hotel %, ~ Inn %, Park Hotel %',
  '7512 140 0.6 city exact 0 0.4 | 12 2 5 1 8 | ~ Rent a Car %, RoadReady Rentals',
  '7523 9 0.6 city price 0 0.5 | 26 8 20 4 20 | Parking %, ~ Park, City Garage %',
  '4784 11 0.6 country exact 0 0.6 | 8 2 18 1 5 | ~ Tollways, ~ Bridge',
  '4722 260 0.9 country exact 0 0.2 | 8 4 0 2 8 | # Travel, ~ Reisen, Atlas ~ Tours',
  '4582 18 0.7 city price 0 0.6 | 8 0 0 1 6 | % Airport Services, Lounge ~',
  '5309 48 0.6 city price -1 0.8 | 4 0 0 0 5 | ~ Duty Free %',
  // Fuel and vehicles
  '5541 58 0.4 city exact 0 0.6 | 14 4 46 2 14 | ~ Energy %, Station ~, # Service Station',
  '5542 62 0.4 city exact 0 0.7 | 8 2 40 1 8 | ~Go Pump %, ~ Fuel 24',
  '7538 240 0.7 city exact 0 0.1 | 2 1 9 0 2 | $garage #, # Motors %',
  '7542 14 0.4 city price 0 1.0 | 2 1 8 0 4 | Car Wash %, ~ Wash',
  '5532 380 0.5 city exact 0 0.2 | 0 0 4 0 1 | # Tyres, ~ Tyre Centre',
  '5533 75 0.8 city price 0 0.3 | 0 0 8 0 1 | ~ Autoparts, # Car Parts',
  '7549 180 0.4 city exact 0 0.6 | 0 0 2 0 0 | ~ Towing %',
  '7513 190 0.5 city exact 0 0.2 | 0 0 6 0 0 | ~ Van Hire, Truckaway %',
  // Food
  '5812 38 0.7 city price 1 0.6 | 52 12 12 10 58 | $restaurant #, $restaurant ~, # & Co. Kitchen, Bistro ~, Trattoria #, ~ Grill %, Noodle House ~, Curry ~',
  '5814 12 0.5 city price 1 0.8 | 40 8 28 8 6 | ~Burger, Wrap & Roll %, Soup Stop, ~ Pizza, Falafel %',
  '5813 42 0.7 city price 0 1.0 | 6 1 1 2 10 | Bar ~, The ~ Arms, Wine Bar #',
  '5462 9 0.5 city price 1 0.8 | 24 10 14 8 10 | $bakery #, Coffee ~, ~ Espresso',
  '5411 34 0.9 city price 1 0.8 | 12 22 18 4 4 | $market ~, ~ Market %, Fresh ~',
  '5499 11 0.7 city price 1 0.9 | 14 8 14 3 4 | ~ Kiosk, Corner Shop #, 24seven %',
  '5811 310 0.8 city exact 1 0.2 | 2 14 1 2 6 | # Catering, ~ Events Kitchen',
  '5921 46 0.6 city price 0 0.7 | 1 3 0 1 4 | # Wines, Cellar ~',
  // Office and IT
  '5943 42 0.9 city price 0 0.1 | 4 40 8 4 3 | $paper #, Office ~, ~ Papers',
  '5111 120 0.9 country exact 0 0.0 | 0 18 2 1 0 | ~ Supply, Paperfold Wholesale',
  '5045 420 1.0 country exact 0 0.1 | 2 16 4 26 4 | ~ Computers, # Systems, Byteyard ~',
  '5732 130 1.0 city price 0 0.5 | 4 10 8 12 4 | ~ Electronics, Elektro #',
  '5734 49 0.9 world monthly -1 0.6 | 2 10 1 50 4 | Draftnote, Boardly, Pixelforge Studio, Signwell Cloud, Taskharbor, Formcraft Online',
  '4816 88 1.1 world monthly -1 0.8 | 1 6 1 60 3 | Nimbusgrid Cloud, Hostarc, Skylattice Compute, Domainroost, Mailpigeon',
  '4814 45 0.6 country monthly 0 0.3 | 4 10 6 10 6 | ~ Telecom, ~ Mobile',
  '4812 210 0.8 city price 0 0.5 | 1 4 3 4 3 | ~ Phones, Mobile Point %',
  '4899 22 0.3 country monthly 0 0.6 | 0 2 1 6 2 | ~ Vision, ~ Cable',
  '7372 340 1.1 country exact 0 0.1 | 0 5 0 24 1 | # Software, ~ Labs, Codeworks ~',
  '7379 160 0.8 country exact 0 0.1 | 0 6 2 10 0 | ~ IT Service, # Data Repair',
  '5044 280 0.9 country exact 0 0.0 | 0 10 1 2 0 | ~ Copiers, # Office Machines',
  '5021 420 0.9 country exact 0 0.1 | 0 12 1 1 1 | ~ Office Furniture, # Interiors',
  '5712 260 0.9 city price 0 0.7 | 0 6 1 0 1 | ~ Home, # Furniture',
  '7338 34 0.9 city price 0 0.2 | 2 14 3 4 1 | Copy & Print %, ~ Repro',
  '2741 190 0.9 country exact 0 0.0 | 0 8 0 6 0 | ~ Print, # Publishing',
  // Services
  '7311 260 1.2 world exact -1 0.8 | 0 3 0 70 2 | Adpulse, Clickmeadow Ads, Reachwise, Feedline Promotions',
  '7392 520 0.9 country exact 0 0.0 | 1 6 1 5 8 | # Consulting, ~ Partners, # & # Advisory',
  '7361 380 0.8 country exact 0 0.0 | 0 6 1 2 1 | ~ Staffing, # Personnel',
  '8111 450 0.9 city exact 0 0.0 | 0 4 0 1 6 | # & # Law, # Attorneys',
  '8931 360 0.8 city exact 0 0.0 | 0 4 0 0 2 | # Accounting, # & # Auditors',
  '8911 540 0.9 city exact 0 0.0 | 0 2 4 1 1 | # Architects, ~ Survey',
  '8999 240 1.0 country exact 0 0.1 | 1 8 2 6 3 | # Services, ~ Bureau',
  '7399 150 1.1 country exact 0 0.2 | 3 14 4 14 3 | ~ Business Services, # Solutions, ~desk',
  '7333 210 0.8 city exact 0 0.2 | 0 2 0 8 1 | # Photography, ~ Design Studio',
  '7349 130 0.8 city exact 0 0.2 | 0 8 5 0 0 | ~ Cleaning, # Facility Care',
  '7393 190 0.8 city exact 0 0.3 | 0 3 3 0 0 | ~ Security, # Guarding',
  '8734 290 0.8 country exact 0 0.0 | 0 1 6 0 0 | ~ Laboratories, # Testing',
  // Education, memberships, reading
  '8299 280 1.0 country exact -1 0.2 | 6 10 4 10 8 | ~ Academy, # Seminars, ~ Learning',
  '8249 320 0.8 country exact -1 0.1 | 1 3 6 2 0 | ~ Training Centre, # Technical School',
  '8220 540 0.9 city exact -1 0.1 | 1 3 1 2 3 | University of %, ~ Business School',
  '8699 120 0.8 country whole -1 0.1 | 3 6 3 3 6 | ~ Association, Society of ~',
  '8641 90 0.7 city whole -1 0.2 | 1 3 1 0 5 | % Chamber of Commerce, ~ Club',
  '5942 31 0.7 city price 1 0.6 | 5 9 2 6 5 | $books #, ~ Books',
  '5192 44 0.7 country price 1 0.2 | 2 6 1 2 3 | ~ Press, ~ Daily',
  '5968 19 0.7 world monthly -1 0.7 | 3 6 1 20 6 | The Ledger Weekly, Marketlens, Readly Harbor, Sector Brief',
  '5994 7 0.5 city price 1 0.8 | 8 2 3 1 3 | News ~, % Kiosk',
  // Trade and industry
  '5085 170 1.1 country exact 0 0.0 | 0 6 30 1 0 | ~ Industrial, # Tools Supply, ~ Bearings',
  '5065 140 1.0 country exact 0 0.0 | 0 3 20 4 0 | ~ Components, # Electrical Parts',
  '5072 65 0.9 city price 0 0.1 | 0 3 22 0 0 | # Fasteners, ~ Hardware Supply',
  '5074 150 1.0 city exact 0 0.0 | 0 1 14 0 0 | ~ Plumbing Supply, # Pipes',
  '5039 240 1.1 city exact 0 0.1 | 0 1 14 0 0 | ~ Building Materials, # Timber',
  '5211 85 1.0 city price 0 0.5 | 0 4 24 0 0 | $builder #, ~ Build Centre, Lumber #',
  '5251 32 0.9 city price 0 0.5 | 1 6 26 1 0 | $hardware #, ~ Hardware',
  '5200 74 1.0 city price 0 0.8 | 0 5 18 0 1 | ~ Home Store %, Bau ~',
  '5046 360 1.0 country exact 0 0.0 | 0 3 6 0 0 | ~ Equipment, # Shopfitting',
  '5047 220 1.0 country exact 0 0.0 | 0 5 6 0 0 | ~ Medical, # Dental Supply',
  '5169 190 1.0 country exact 0 0.0 | 0 2 9 0 0 | ~ Chemicals, # Coatings',
  '5198 70 0.8 city price 0 0.2 | 0 1 9 0 0 | # Paints, ~ Colour',
  '5051 280 1.0 city exact 0 0.0 | 0 0 8 0 0 | ~ Steel, # Metals',
  '7394 170 0.9 city exact 0 0.2 | 0 3 14 1 0 | ~ Tool Hire, # Equipment Rental',
  '7699 120 0.9 city exact 0 0.1 | 0 4 9 1 0 | # Repairs, ~ Service Workshop',
  '7692 150 0.8 city exact 0 0.1 | 0 0 4 0 0 | # Welding',
  '1711 310 0.9 city exact 0 0.1 | 0 3 5 0 0 | # Heating & Plumbing, ~ Climate',
  '1731 280 0.9 city exact 0 0.1 | 0 3 5 0 0 | # Electric, ~ Installations',
  '1799 330 0.9 city exact 0 0.0 | 0 1 5 0 0 | # Contractors',
  '0780 180 0.8 city exact 0 0.2 | 0 3 4 0 0 | # Gardens, ~ Landscaping',
  '5013 130 0.9 country exact 0 0.1 | 0 0 9 0 0 | ~ Truck Parts',
  '5137 95 0.7 country exact 0 0.1 | 0 3 9 0 0 | ~ Workwear, # Uniforms',
  '5139 110 0.5 country exact 0 0.1 | 0 1 5 0 0 | ~ Safety Shoes',
  '4900 240 0.8 country exact 0 0.0 | 0 5 4 0 0 | ~ Energi, Stadtwerke %, % Water',
  // Sending
  '4215 28 0.8 country exact 0 0.1 | 3 18 8 4 3 | ~ Express, Parcel~, # Courier',
  '4214 230 0.9 country exact 0 0.0 | 0 4 8 0 0 | # Haulage, ~ Freight',
  '9402 12 0.8 city exact -1 0.1 | 2 16 3 2 1 | Post %',
  '4225 140 0.5 city monthly 0 0.0 | 0 3 3 0 0 | ~ Storage %',
  // Everything else
  '5912 17 0.7 city price 1 0.6 | 6 8 8 2 4 | $pharmacy #, $pharmacy %',
  '5311 58 0.8 city price 0 0.9 | 3 6 3 1 6 | ~ Warehouse Store %, Magasin ~',
  '5310 22 0.7 city price 0 0.8 | 2 8 8 1 0 | ~Saver, Penny ~',
  '5999 46 0.9 city price 0 0.6 | 4 12 8 4 4 | # Specialties, ~ Shop',
  '5992 48 0.5 city price 1 0.5 | 0 10 0 1 8 | $flowers #, ~ Flowers',
  '5947 33 0.6 city price 0 0.7 | 1 8 0 2 5 | Gifts #, ~ Souvenirs',
  '5691 95 0.6 city price 0 0.7 | 2 1 1 1 5 | # Outfitters, ~ Fashion',
  '5948 130 0.5 city price 0 0.7 | 3 0 0 0 3 | ~ Luggage, # Leather',
  '7216 21 0.5 city price 0 0.3 | 5 1 0 0 7 | # Dry Cleaning, ~ Cleaners',
  '7210 60 0.6 city exact 0 0.1 | 0 2 5 0 0 | ~ Laundry Service',
  '8398 60 0.8 country whole -1 0.3 | 0 3 0 1 4 | ~ Foundation, Hope for ~',
  '9399 75 1.0 city exact -1 0.0 | 2 10 6 2 3 | City of %, % Registry Office',
  '9222 48 0.5 city whole -1 0.4 | 2 0 5 0 1 | % Traffic Authority',
  '7922 110 0.7 city price 1 0.9 | 0 3 0 2 8 | Theater ~, Tickets %, ~ Concert Hall',
  '7941 140 0.7 city price 1 1.6 | 0 1 0 1 6 | FC %, ~ Arena',
  '7997 110 0.6 city monthly 0 0.6 | 0 2 0 0 8 | ~ Golf Club, ~ Sports Club',
  '7299 60 0.8 city exact 0 0.4 | 1 4 1 1 3 | # Personal Services',
  '8011 90 0.6 city exact -1 0.1 | 0 4 4 0 2 | Dr. #, Clinic %',
  '8062 160 0.8 city exact -1 0.4 | 0 1 1 0 1 | % Hospital',
  '6300 210 0.8 country monthly -1 0.0 | 0 3 2 0 2 | ~ Insurance'
].map(category);

/** The category of cash at a machine; each profile takes some. */
export const CASH = category('6011 120 0.6 city whole -1 0.9 | 1 1 1 1 1 | ~ Bank ATM %, Cash Point %');

/** What a language calls some kinds of place. */
export const LOCAL_WORDS: Record<string, Record<string, string[]>> = {
  hotel: {
    sv: ['Hotell', 'Stadshotellet'],
    nb: ['Hotell', 'Gjestegård'],
    da: ['Hotel', 'Kro'],
    fi: ['Hotelli'],
    de: ['Hotel', 'Gasthof', 'Pension'],
    nl: ['Hotel', 'Herberg'],
    fr: ['Hôtel', 'Auberge'],
    es: ['Hotel', 'Hostal'],
    pt: ['Hotel', 'Pousada'],
    it: ['Albergo', 'Hotel'],
    pl: ['Hotel', 'Pensjonat'],
    tr: ['Otel'],
    ja: ['Ryokan', 'Hotel'],
    en: ['Hotel', 'Lodge', 'The Inn at']
  },
  garage: {
    sv: ['Bilverkstad'],
    nb: ['Bilverksted'],
    da: ['Autoværksted'],
    fi: ['Autokorjaamo'],
    de: ['Autohaus', 'Kfz-Werkstatt'],
    nl: ['Garage', 'Autobedrijf'],
    fr: ['Garage'],
    es: ['Taller'],
    pt: ['Oficina'],
    it: ['Officina'],
    pl: ['Autoserwis'],
    tr: ['Oto Servis'],
    en: ['Garage', 'Auto Service']
  },
  restaurant: {
    sv: ['Restaurang', 'Krogen', 'Lunchköket'],
    nb: ['Restaurant', 'Spiseriet'],
    da: ['Restaurant', 'Smørrebrød'],
    fi: ['Ravintola', 'Lounas'],
    de: ['Restaurant', 'Gasthaus', 'Wirtshaus', 'Ratskeller'],
    nl: ['Restaurant', 'Eetcafé', 'Brasserie'],
    fr: ['Restaurant', 'Brasserie', 'Chez', 'Le Bistrot'],
    es: ['Restaurante', 'Mesón', 'Taberna', 'Asador'],
    pt: ['Restaurante', 'Tasca', 'Churrasqueira'],
    it: ['Ristorante', 'Trattoria', 'Osteria', 'Pizzeria'],
    pl: ['Restauracja', 'Karczma', 'Bar Mleczny'],
    tr: ['Lokanta', 'Kebapçı', 'Restoran'],
    ja: ['Izakaya', 'Sushi', 'Soba', 'Ramen'],
    ko: ['Gogijip', 'Sikdang', 'Bunsik'],
    zh: ['Dim Sum', 'Hotpot', 'Jiulou'],
    hi: ['Dhaba', 'Bhavan', 'Tiffin Room'],
    id: ['Rumah Makan', 'Warung', 'Restoran'],
    en: ['Restaurant', 'The Kitchen at', 'Diner']
  },
  bakery: {
    sv: ['Konditori', 'Bageri'],
    nb: ['Bakeri', 'Konditori'],
    da: ['Bageri', 'Kaffebar'],
    fi: ['Kahvila', 'Leipomo'],
    de: ['Bäckerei', 'Konditorei', 'Café'],
    nl: ['Bakkerij', 'Koffiehuis'],
    fr: ['Boulangerie', 'Pâtisserie'],
    es: ['Panadería', 'Cafetería'],
    pt: ['Padaria', 'Pastelaria'],
    it: ['Panificio', 'Bar'],
    pl: ['Piekarnia', 'Kawiarnia'],
    tr: ['Fırın', 'Kahvesi'],
    ja: ['Pan-ya', 'Kissaten'],
    en: ['Bakery', 'Café', 'Coffee House']
  },
  market: {
    sv: ['Matköp'],
    nb: ['Dagligvarer'],
    da: ['Købmand'],
    fi: ['Ruokakauppa'],
    de: ['Frischmarkt'],
    nl: ['Buurtmarkt'],
    fr: ['Marché'],
    es: ['Supermercado'],
    pt: ['Mercado'],
    it: ['Alimentari'],
    pl: ['Delikatesy'],
    tr: ['Market'],
    ja: ['Mart'],
    en: ['Food Market']
  },
  paper: {
    sv: ['Kontorshandeln'],
    nb: ['Bok & Papir'],
    da: ['Kontorcenter'],
    fi: ['Toimistotarvike'],
    de: ['Schreibwaren', 'Bürobedarf'],
    nl: ['Kantoorboekhandel'],
    fr: ['Papeterie'],
    es: ['Papelería'],
    pt: ['Papelaria'],
    it: ['Cartoleria'],
    pl: ['Artykuły Biurowe'],
    tr: ['Kırtasiye'],
    en: ['Stationers', 'Office Supplies']
  },
  books: {
    sv: ['Bokhandeln'],
    nb: ['Bokhandel'],
    da: ['Boghandel'],
    fi: ['Kirjakauppa'],
    de: ['Buchhandlung'],
    nl: ['Boekhandel'],
    fr: ['Librairie'],
    es: ['Librería'],
    pt: ['Livraria'],
    it: ['Libreria'],
    pl: ['Księgarnia'],
    tr: ['Kitabevi'],
    ja: ['Shoten'],
    en: ['Books', 'Bookshop']
  },
  pharmacy: {
    sv: ['Apoteket'],
    nb: ['Apotek'],
    da: ['Apotek'],
    fi: ['Apteekki'],
    de: ['Apotheke'],
    nl: ['Apotheek'],
    fr: ['Pharmacie'],
    es: ['Farmacia'],
    pt: ['Farmácia'],
    it: ['Farmacia'],
    pl: ['Apteka'],
    tr: ['Eczane'],
    ja: ['Yakkyoku'],
    en: ['Pharmacy', 'Chemist']
  },
  builder: {
    sv: ['Byggvaruhus'],
    nb: ['Byggevare'],
    da: ['Trælast'],
    fi: ['Rautakauppa'],
    de: ['Baustoffe'],
    nl: ['Bouwmaterialen'],
    fr: ['Matériaux'],
    es: ['Materiales'],
    pt: ['Materiais'],
    it: ['Edilizia'],
    pl: ['Materiały Budowlane'],
    tr: ['Yapı Market'],
    en: ['Builders Merchants']
  },
  hardware: {
    sv: ['Järnhandel'],
    nb: ['Jernvare'],
    da: ['Isenkram'],
    fi: ['Rauta'],
    de: ['Eisenwaren'],
    nl: ['IJzerwaren'],
    fr: ['Quincaillerie'],
    es: ['Ferretería'],
    pt: ['Ferragens'],
    it: ['Ferramenta'],
    pl: ['Artykuły Metalowe'],
    tr: ['Nalbur'],
    en: ['Hardware']
  },
  flowers: {
    sv: ['Blomsterhandeln'],
    nb: ['Blomster'],
    da: ['Blomster'],
    fi: ['Kukkakauppa'],
    de: ['Blumen'],
    nl: ['Bloemen'],
    fr: ['Fleuriste'],
    es: ['Floristería'],
    pt: ['Florista'],
    it: ['Fiori'],
    pl: ['Kwiaciarnia'],
    tr: ['Çiçekçi'],
    en: ['Florist']
  }
};

/** Made-up words in shops' names. */
export const INVENTED_WORDS =
  `Aldora Velina Norrø Kestra Maribel Tovia Orlin Quanta Zephra Lumina Calder Vesper Solano Brioza
  Tamara Ondine Pelago Rivara Sundra Terravo Ustra Verano Wexley Yarrow Zintra Amaro Bellis Corvo Delfin Estera Falko
  Gavra Halden Isolde Jorvik Kalmia Lindra Mistral Nereo Opalia Pomona Quillon Rondo Sirius Talva Umbra Valko Wisteria
  Arbor Bastion Cobalt Dahlia Ember Fathom Gossamer Harbor Indigo Juniper Keystone Lantern Meridian Nimbus Orchard`
    .trim()
    .split(/\s+/);
