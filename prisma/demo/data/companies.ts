import type { Culture } from './names';

interface Words {
  /** What a company's name begins with; all invented. */
  stems: string[];
  /** What it deals with. */
  trades: string[];
  /** Units at the first level below a company, then those below. */
  divisions: string[];
  departments: string[];
}
const list = (text: string) => text.split(',').map((word) => word.trim());
const words = (stems: string, trades: string, divisions: string, departments: string): Words => ({
  stems: list(stems),
  trades: list(trades),
  divisions: list(divisions),
  departments: list(departments)
});

/** Words that companies and their units are named with, by language; who isn't here takes English ones. */
const WORDS: Partial<Record<Culture, Words>> & { en: Words } = {
  sv: words(
    'Norrhamn, Älvdala, Kullaberg, Storvik, Björkhaga, Granlunda, Sundshed, Tallmora, Vinterviken, Östanå, Hällefors Bruk, Kvarnbacka, Skärgård, Lövsta, Stenunga, Mälarstrand, Furuvik, Rosendala',
    'Bygg, Energi, Logistik, Konsult, Teknik, Fastigheter, Livsmedel, Medicinteknik, Skog, Transport, Verkstad, Media, Data, Försäkring, Hälsa',
    'Produktion, Försäljning, Norra regionen, Södra regionen, Västra regionen, Service, Administration, Utveckling',
    'Ekonomi, Personal, Inköp, Marknad, IT-drift, Lager, Kvalitet, Juridik, Kundtjänst, Fältservice, Projekt, Forskning, Reception, Underhåll, Säkerhet'
  ),
  nb: words(
    'Fjordvik, Nordheim, Havsula, Bjørnefjell, Lyngstad, Skogli, Vestervåg, Kystlinje, Granåsen, Tindeland, Sjøholm, Brattli, Solvik, Storøya',
    'Bygg, Energi, Havbruk, Logistikk, Rådgivning, Teknikk, Eiendom, Shipping, Sjømat, Transport, Maskin, Media, Data, Helse',
    'Produksjon, Salg, Region Nord, Region Sør, Region Vest, Service, Administrasjon, Utvikling',
    'Økonomi, Personal, Innkjøp, Marked, IT-drift, Lager, Kvalitet, Juridisk, Kundeservice, Feltservice, Prosjekt, Forskning, Vedlikehold, Sikkerhet'
  ),
  da: words(
    'Lyngbjerg, Havnsø, Nordmark, Klintholm Værk, Bøgelund, Strandby, Vesterhave, Egelykke, Sundholm, Møllebæk, Fynshav, Skovlyst',
    'Byg, Energi, Logistik, Rådgivning, Teknik, Ejendomme, Fødevarer, Medico, Rederi, Transport, Maskiner, Medier, Data, Design',
    'Produktion, Salg, Region Nord, Region Syd, Region Sjælland, Service, Administration, Udvikling',
    'Økonomi, HR, Indkøb, Marketing, IT-drift, Lager, Kvalitet, Jura, Kundeservice, Feltservice, Projekter, Forskning, Vedligehold'
  ),
  fi: words(
    'Koivuranta, Pohjanlahti, Järvilinna, Mäntykoski, Saarimäki, Kuusela, Revontuli, Hopeaniemi, Vuorela, Lumikivi, Merituuli',
    'Rakennus, Energia, Logistiikka, Tekniikka, Kiinteistöt, Elintarvike, Metsä, Kuljetus, Konepaja, Media, Data, Terveys',
    'Tuotanto, Myynti, Pohjoinen alue, Eteläinen alue, Palvelut, Hallinto, Kehitys',
    'Talous, Henkilöstö, Hankinta, Markkinointi, Tietohallinto, Varasto, Laatu, Lakiasiat, Asiakaspalvelu, Kenttähuolto, Projektit, Tutkimus'
  ),
  de: words(
    'Rheinfeld, Nordtal, Eichenbrück, Steinach, Hohenlinde, Sonnwald, Talheimer, Morgenthal, Weserland, Bergmark, Silberbach, Falkenrode, Auental, Lindenhof',
    'Bau, Energie, Logistik, Beratung, Technik, Immobilien, Lebensmittel, Medizintechnik, Maschinenbau, Spedition, Werkzeuge, Verlag, Systeme, Chemie',
    'Produktion, Vertrieb, Region Nord, Region Süd, Region West, Service, Verwaltung, Entwicklung',
    'Buchhaltung, Personal, Einkauf, Marketing, IT-Betrieb, Lager, Qualität, Recht, Kundendienst, Außendienst, Projekte, Forschung, Instandhaltung, Arbeitssicherheit'
  ),
  nl: words(
    'Waterveld, Lindehof, Noordzand, Klaverland, Maasbrug, Duinrand, Oosterkade, Vechtstroom, Zilverberg, Molenwijk, Hoogveen',
    'Bouw, Energie, Logistiek, Advies, Techniek, Vastgoed, Voeding, Scheepvaart, Transport, Machines, Media, Systemen, Zorg, Bloemen',
    'Productie, Verkoop, Regio Noord, Regio Zuid, Regio West, Service, Administratie, Ontwikkeling',
    'Financiën, Personeel, Inkoop, Marketing, ICT-beheer, Magazijn, Kwaliteit, Juridische zaken, Klantenservice, Buitendienst, Projecten, Onderzoek, Onderhoud'
  ),
  fr: words(
    'Valmont, Clairval, Hautebrise, Rivemont, Belaudière, Montclar, Orsanne, Verdelaine, Pontrieux, Sablonnière, Aubeterre, Lagarenne',
    'Bâtiment, Énergie, Logistique, Conseil, Ingénierie, Immobilier, Agroalimentaire, Santé, Transports, Industries, Éditions, Systèmes, Cosmétiques, Vins',
    'Production, Commerce, Région Nord, Région Sud, Région Ouest, Services, Administration, Développement',
    'Comptabilité, Ressources humaines, Achats, Marketing, Informatique, Entrepôt, Qualité, Juridique, Service client, Maintenance, Projets, Recherche, Sécurité'
  ),
  es: words(
    'Monteclaro, Valdeoro, Riosol, Puertolindo, Sierralta, Campoverde, Torrenueva, Aguamar, Levantina, Olivares del Sur, Piedralba, Almenara',
    'Construcciones, Energía, Logística, Consultores, Ingeniería, Inmobiliaria, Alimentación, Salud, Transportes, Maquinaria, Medios, Sistemas, Textil, Bodegas',
    'Producción, Ventas, Zona Norte, Zona Sur, Zona Este, Servicios, Administración, Desarrollo',
    'Contabilidad, Recursos humanos, Compras, Marketing, Informática, Almacén, Calidad, Jurídico, Atención al cliente, Mantenimiento, Proyectos, Investigación'
  ),
  pt: words(
    'Serra Azul, Ribeira Nova, Monte Alto, Costa Verde, Vale Dourado, Pedra Branca, Porto Sereno, Atlântida, Bela Vista, Campo Largo',
    'Construções, Energia, Logística, Consultoria, Engenharia, Imobiliária, Alimentos, Saúde, Transportes, Máquinas, Sistemas, Têxteis',
    'Produção, Vendas, Região Norte, Região Sul, Serviços, Administração, Desenvolvimento',
    'Contabilidade, Recursos humanos, Compras, Marketing, Informática, Armazém, Qualidade, Jurídico, Apoio ao cliente, Manutenção, Projetos, Investigação'
  ),
  it: words(
    'Montalbano, Valsole, Rivabella, Torrechiara, Sanvito, Pietrasanta Lavori, Collefiorito, Lagoscuro, Belriguardo, Acquaviva, Ventofresco',
    'Costruzioni, Energia, Logistica, Consulenza, Ingegneria, Immobiliare, Alimentari, Medicale, Trasporti, Meccanica, Editrice, Sistemi, Moda, Arredi',
    'Produzione, Vendite, Area Nord, Area Sud, Area Centro, Servizi, Amministrazione, Sviluppo',
    'Contabilità, Risorse umane, Acquisti, Marketing, Informatica, Magazzino, Qualità, Legale, Assistenza clienti, Manutenzione, Progetti, Ricerca, Sicurezza'
  ),
  pl: words(
    'Zielony Las, Wisłoka, Bursztyn, Sokolnik, Lipowa, Złota Góra, Brzozów, Dębina, Nadmorska, Karpatia, Jasna Polana',
    'Budownictwo, Energia, Logistyka, Doradztwo, Technika, Nieruchomości, Żywność, Medyka, Transport, Maszyny, Wydawnictwo, Systemy, Meble',
    'Produkcja, Sprzedaż, Region Północ, Region Południe, Serwis, Administracja, Rozwój',
    'Księgowość, Kadry, Zakupy, Marketing, Informatyka, Magazyn, Jakość, Dział prawny, Obsługa klienta, Utrzymanie ruchu, Projekty, Badania'
  ),
  tr: words(
    'Çınarova, Altınbaşak, Yeşilvadi, Karadeniz Yolu, Gökkuşağı, Anafarta, Bereketli, Kuzeyışık, Toroslar, Mavikıyı, Günbatımı',
    'İnşaat, Enerji, Lojistik, Danışmanlık, Teknik, Gayrimenkul, Gıda, Sağlık, Taşımacılık, Makina, Yayıncılık, Bilişim, Tekstil',
    'Üretim, Satış, Kuzey Bölge, Güney Bölge, Servis, İdari İşler, Geliştirme',
    'Muhasebe, İnsan Kaynakları, Satın Alma, Pazarlama, Bilgi İşlem, Depo, Kalite, Hukuk, Müşteri Hizmetleri, Saha Servis, Projeler, Araştırma'
  ),
  ja: words(
    'Asahigaoka, Minatomi, Hoshizora, Sakuragi, Tsukimine, Kazehaya, Aokawa, Midorino, Shirasagi, Yamabuki, Haruhana',
    'Trading, Electric, Logistics, Engineering, Foods, Medical, Construction, Shipping, Seiki, Chemicals, Systems, Publishing',
    'Production, Sales, East Japan, West Japan, Kyushu, Services, General Affairs, Development',
    'Accounting, Human Resources, Procurement, Marketing, IT Operations, Logistics, Quality, Legal, Customer Care, Field Service, Research, Planning'
  ),
  ko: words(
    'Hanbit, Saebyeok, Garam, Dongbaek, Cheongsol, Mirinae, Sandeul, Byeolha, Onnuri, Hangang Star',
    'Electronics, Heavy Industries, Logistics, Engineering, Foods, Biotech, Construction, Shipping, Chemicals, Systems, Games',
    'Production, Sales, Seoul Region, Yeongnam Region, Services, Management Support, Development',
    'Accounting, Human Resources, Procurement, Marketing, IT Operations, Warehouse, Quality, Legal, Customer Care, Field Service, Research, Planning'
  ),
  zh: words(
    'Huaxing, Jinlong River, Donghai, Yunfeng, Baihe, Tianqiao, Ruixiang, Haoda, Mingzhu, Chunhui, Xinghe',
    'Technology, Energy, Logistics, Engineering, Foods, Medical, Construction, Shipping, Textiles, Systems, Trading, Precision',
    'Production, Sales, North China, South China, East China, Services, Administration, Development',
    'Finance, Human Resources, Procurement, Marketing, IT Operations, Warehouse, Quality, Legal, Customer Care, Field Service, Research, Planning'
  ),
  hi: words(
    'Sagarmala Crest, Nilgiri Peak, Vasundhara, Surya Jyoti, Himalaya Vista, Godavari Reach, Kamal Deep, Aravalli, Chandan, Indus Arc',
    'Infrastructure, Power, Logistics, Consulting, Engineering, Foods, Pharma, Textiles, Transport, Software, Exports, Motors',
    'Production, Sales, North Zone, South Zone, West Zone, Services, Administration, Development',
    'Accounts, Human Resources, Purchase, Marketing, IT Operations, Stores, Quality, Legal, Customer Care, Field Service, Research, Projects'
  ),
  id: words(
    'Nusa Permata, Bintang Samudra, Rimba Raya, Cahaya Timur, Sinar Lautan, Gunung Agung Jaya, Merapi, Cendana, Pelita Kota',
    'Konstruksi, Energi, Logistik, Konsultan, Teknik, Properti, Pangan, Farmasi, Transportasi, Mesin, Media, Sistem',
    'Produksi, Penjualan, Wilayah Barat, Wilayah Timur, Layanan, Administrasi, Pengembangan',
    'Akuntansi, Personalia, Pembelian, Pemasaran, TI, Gudang, Mutu, Hukum, Layanan Pelanggan, Proyek, Riset'
  ),
  en: words(
    'Brightwater, Oakhollow, Stonebridge Vale, Harrowgate, Maplecrest, Bluefern, Redwillow, Silverbrook, Northlight, Ironwood Creek, Highmeadow, Larkspur, Fairhaven Point, Copperleaf, Westmarch, Kingsferry, Ashdown Park, Riverbend',
    'Construction, Energy, Logistics, Consulting, Engineering, Properties, Foods, Medical, Manufacturing, Freight, Media, Systems, Insurance, Hospitality, Laboratories, Outfitters, Aerospace',
    'Production, Sales, Northern Region, Southern Region, Western Region, Services, Administration, Product Development',
    'Accounting, Human Resources, Procurement, Marketing, IT Operations, Warehouse, Quality, Legal, Customer Care, Field Service, Projects, Research, Facilities, Security, Training, Events'
  )
};

export const companyWords = (language: Culture): Words => WORDS[language] ?? WORDS.en;
