// Given and family names as they are frequent in each language's countries. Where names are written in other
// letters than the card's, a slash leads to the person's own writing.

interface NameList {
  given: string[];
  family: string[];
}
const words = (text: string) => text.trim().split(/\s+/);
const names = (given: string, family: string): NameList => ({ given: words(given), family: words(family) });

export const NAMES = {
  sv: names(
    `Anna Maria Elisabeth Eva Kristina Karin Sara Emma Malin Linda Åsa Ida Elin Johanna Sofia Hanna Jenny Ulrika Annika
     Camilla Maja Ebba Alva Astrid Saga Lars Mikael Anders Johan Erik Per Peter Thomas Daniel Fredrik Andreas Magnus
     Mattias Jonas Björn Håkan Göran Oskar Viktor Hugo Axel Elias Nils Sven Gustav Ludvig Rasmus Kjell Stefan Åke`,
    `Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson Jonsson Jansson
     Hansson Bengtsson Jönsson Lindberg Jakobsson Magnusson Lindström Olofsson Lindqvist Lindgren Berg Axelsson Bergström
     Lundberg Lind Lundgren Lundqvist Mattsson Berglund Fredriksson Sandberg Henriksson Forsberg Sjöberg Wallin Engström
     Eklund Danielsson Lundin Håkansson Björk Bergman Gunnarsson Holm Wikström Samuelsson Isaksson Fransson Bergqvist
     Nyström Holmberg Arvidsson Löfgren Söderberg Nyberg Blomqvist Claesson Nordström Mårtensson Hedlund Ström Åberg
     Ekström Hermansson Falk Dahl Sundberg Öberg Norén Strand Palm Ahlström Rydberg Åkesson Hallberg Stenberg Viklund`
  ),
  nb: names(
    `Anne Inger Kari Marit Ingrid Liv Eva Berit Astrid Bjørg Hilde Anna Solveig Marianne Randi Ida Nina Maria Elisabeth
     Kristin Emma Nora Sofie Ingeborg Thea Jan Per Bjørn Ole Lars Kjell Knut Arne Svein Thomas Hans Geir Tor Morten Terje
     Odd Erik Martin Andreas Jon Øyvind Magnus Sindre Henrik Jonas Håkon Sondre Eirik Stian Vegard`,
    `Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Johnsen Pettersen Eriksen Berg
     Haugen Hagen Johannessen Andreassen Jacobsen Dahl Jørgensen Halvorsen Henriksen Lund Sørensen Jakobsen Moen
     Gundersen Iversen Strand Solberg Svendsen Eide Knutsen Martinsen Paulsen Bakken Kristoffersen Mathisen Lie Amundsen
     Nguyen Rasmussen Solheim Lien Moe Nygård Bakke Kristensen Fredriksen Holm Hauge Antonsen Nordby Sæther Ødegård
     Myhre Aas Thorsen Birkeland Tangen Sunde Brekke Sandvik Haugland Ruud Myklebust Aune Tveit Ellingsen`
  ),
  da: names(
    `Anne Kirsten Hanne Mette Anna Helle Susanne Lene Maria Marianne Inge Karen Lone Camilla Bente Charlotte Pia Louise
     Jette Tina Freja Ida Clara Sofie Laura Peter Jens Michael Lars Henrik Thomas Søren Jan Christian Niels Martin Jørgen
     Hans Anders Morten Jesper Ole Per Mads Erik Kasper Rasmus Mikkel Frederik Emil Oliver Magnus Nikolaj Steffen Bjarne`,
    `Nielsen Jensen Hansen Andersen Pedersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen
     Olsen Thomsen Christiansen Poulsen Johansen Møller Mortensen Knudsen Jakobsen Jacobsen Mikkelsen Olesen Frederiksen
     Laursen Henriksen Lund Schmidt Eriksen Holm Kristiansen Clausen Simonsen Svendsen Andreasen Iversen Jeppesen
     Mogensen Jespersen Nissen Lauridsen Frandsen Østergaard Kjær Jepsen Vestergaard Bertelsen Lauritsen Dahl Søgaard
     Nygaard Winther Friis Bach Bruun Skov Toft Krogh Lassen Berg Kjeldsen Damgaard Kofoed Bjerre Dam Gregersen`
  ),
  fi: names(
    `Maria Helena Johanna Anna Kaarina Kristiina Annika Liisa Sofia Emilia Aino Hanna Tuula Päivi Sari Minna Marja Riikka
     Katja Heidi Elina Veera Iida Kaisa Outi Juhani Olavi Antero Tapani Johannes Mikael Matti Pekka Timo Jari Mikko Jukka
     Antti Juha Kari Markku Sami Ville Lauri Eero Aleksi Onni Väinö Tuomas Janne Petri Heikki Ilkka Teemu Arto`,
    `Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen
     Salminen Heinonen Niemi Heikkilä Salonen Kinnunen Turunen Salo Laitinen Tuominen Rantanen Karjalainen Jokinen
     Mattila Savolainen Lahtinen Ahonen Ojala Leppänen Väisänen Hiltunen Kallio Leinonen Miettinen Pitkänen Aaltonen
     Manninen Hakala Anttila Koivisto Laaksonen Räsänen Hirvonen Lehto Nurmi Kettunen Rossi Halonen Peltonen Aalto
     Mustonen Kärkkäinen Pulkkinen Partanen Lappalainen Tikkanen Eskola Saari Koski Peltola Rautio Sillanpää Vainio`
  ),
  de: names(
    `Maria Ursula Monika Petra Sabine Susanne Andrea Claudia Birgit Stefanie Nicole Julia Katharina Anna Laura Lena
     Christina Melanie Sandra Silke Heike Anja Franziska Johanna Lea Peter Michael Thomas Andreas Wolfgang Klaus Jürgen
     Stefan Christian Uwe Frank Markus Martin Matthias Daniel Sebastian Tobias Jan Florian Alexander Lukas Maximilian
     Felix Jonas Björn Sven Holger Ralf Dirk Torsten`,
    `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
     Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Schmid
     Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn
     Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon
     Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt`
  ),
  nl: names(
    `Maria Johanna Anna Cornelia Elisabeth Wilhelmina Catharina Sanne Lotte Femke Anouk Eva Lisa Emma Julia Iris Maaike
     Marieke Ingrid Monique Esther Linda Annemiek Fleur Roos Johannes Jan Cornelis Hendrik Willem Pieter Jeroen Bas Sander
     Daan Sem Lars Thijs Ruben Maarten Martijn Dennis Marco Erik Peter Rob Koen Niels Wouter Joost Gijs Bram Tim Luuk Kees`,
    `de_Jong Jansen de_Vries van_den_Berg van_Dijk Bakker Janssen Visser Smit Meijer de_Boer Mulder de_Groot Bos Vos
     Peters Hendriks van_Leeuwen Dekker Brouwer de_Wit Dijkstra Smits de_Graaf van_der_Meer van_der_Linden Kok Jacobs
     de_Haan Vermeulen van_den_Heuvel van_der_Veen van_den_Broek de_Bruijn de_Bruin van_der_Heijden Schouten van_Beek
     Willems van_Vliet Hoekstra Maas Verhoeven Koster van_Dam Prins Blom Huisman Peeters Kuipers van_Veen Veenstra
     Kramer van_den_Brink Gerritsen Post Postma Martens Scholten van_der_Wal Molenaar Timmermans Groen Koning Wolters`
  ),
  fr: names(
    `Marie Nathalie Isabelle Sylvie Catherine Françoise Martine Christine Monique Valérie Sandrine Céline Stéphanie Sophie
     Aurélie Émilie Camille Julie Léa Manon Chloé Inès Hélène Élodie Margaux Jean Philippe Michel Pierre Alain Nicolas
     Christophe Patrick Frédéric Laurent David Stéphane Julien Olivier Sébastien Thomas Éric Guillaume Antoine Alexandre
     Maxime François Mathieu Lucas Hugo Benoît Jérôme Rémi Cédric Loïc`,
    `Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefebvre Leroy Roux David
     Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Lefèvre Faure André Mercier
     Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry
     Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont Marie Lemaire Noël Meyer Dufour Meunier Brun Blanchard
     Giraud Joly Rivière Lucas Brunet Gaillard Barbier Arnaud Martinez Gérard Roche Renard Schmitt Roy Leroux Colin`
  ),
  es: names(
    `María Carmen Ana Isabel Laura Cristina Marta Lucía Elena Paula Pilar Raquel Sara Rosa Mercedes Teresa Beatriz
     Silvia Patricia Rocío Nuria Andrea Alba Irene Inés José Antonio Manuel Francisco David Juan Javier Daniel Carlos
     Jesús Alejandro Miguel Rafael Pedro Pablo Ángel Sergio Fernando Luis Jorge Alberto Álvaro Diego Adrián Raúl Iván
     Rubén Óscar Andrés Gonzalo`,
    `García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Hernández Ruiz Díaz Moreno
     Muñoz Álvarez Romero Gutiérrez Alonso Navarro Torres Domínguez Ramos Vázquez Ramírez Gil Serrano Molina Blanco
     Morales Suárez Ortega Castro Delgado Ortiz Marín Rubio Núñez Sanz Medina Iglesias Castillo Cortés Garrido Santos
     Guerrero Lozano Cano Cruz Méndez Flores Prieto Herrera Peña León Márquez Cabrera Gallego Calvo Vidal Campos Reyes
     Vega Fuentes Carrasco Aguilar Caballero Nieto Santana Vargas Pascual Giménez Herrero Hidalgo Lorenzo Montero Ibáñez`
  ),
  pt: names(
    `Maria Ana Joana Inês Beatriz Catarina Mariana Carolina Sofia Marta Rita Teresa Helena Cláudia Patrícia Sandra
     Fernanda Juliana Camila Larissa Letícia Aline Luciana Gabriela Bruna José João António Francisco Carlos Paulo Pedro
     Luís Manuel Miguel Tiago Rui Nuno Ricardo Bruno André Diogo Gonçalo Rafael Lucas Gabriel Mateus Felipe Thiago
     Gustavo Marcelo Rodrigo Eduardo Vítor Hélder`,
    `Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Jesus Sousa Fernandes Gonçalves Gomes Lopes Marques
     Alves Almeida Ribeiro Pinto Carvalho Teixeira Moreira Correia Mendes Nunes Soares Vieira Monteiro Cardoso Rocha
     Raposo Neves Coelho Cruz Cunha Pires Ramos Reis Simões Antunes Matos Fonseca Machado Araújo Barbosa Tavares Lourenço
     Castro Figueiredo Azevedo Freitas Barros Campos Moura Nascimento Batista Freire Cavalcanti Dias Melo Borges Andrade`
  ),
  it: names(
    `Maria Anna Francesca Giulia Elena Paola Laura Chiara Federica Silvia Valentina Alessandra Sara Martina Roberta
     Simona Barbara Monica Cristina Giovanna Elisa Alice Sofia Aurora Ilaria Giuseppe Antonio Giovanni Francesco Marco
     Andrea Luca Alessandro Roberto Stefano Matteo Lorenzo Davide Paolo Mario Luigi Simone Federico Riccardo Gabriele
     Daniele Fabio Massimo Claudio Enrico Vincenzo Salvatore Pietro Tommaso Nicolò`,
    `Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De_Luca Mancini Costa
     Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo
     Gentile Martinelli Vitale Lombardo Serra Coppola De_Santis D'Angelo Marchetti Parisi Villa Conte Ferraro Ferri
     Fabbri Bianco Marini Grasso Valentini Messina Sala De_Angelis Gatti Pellegrini Palumbo Sanna Farina Rizzi Monti
     Cattaneo Morelli Amato Silvestri Mazza Testa Grassi Pellegrino Carbone Giuliani Benedetti Barone Rossetti Caputo`
  ),
  pl: names(
    `Anna Maria Katarzyna Małgorzata Agnieszka Barbara Ewa Krystyna Magdalena Elżbieta Joanna Aleksandra Zofia Monika
     Natalia Karolina Julia Paulina Justyna Beata Dorota Iwona Wiktoria Zuzanna Hanna Piotr Krzysztof Andrzej Tomasz Jan
     Paweł Michał Marcin Jakub Adam Stanisław Marek Łukasz Grzegorz Mateusz Wojciech Mariusz Dariusz Maciej Rafał Zbigniew
     Jerzy Kamil Dawid Szymon Bartosz Filip Karol Przemysław Sławomir`,
    `Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski
     Mazur Jankowski Kwiatkowski Wojciechowski Krawczyk Kaczmarek Piotrowski Grabowski Zając Pawłowski Michalski Król
     Wieczorek Jabłoński Wróbel Nowakowski Majewski Olszewski Stępień Malinowski Jaworski Adamczyk Dudek Nowicki Pawlak
     Górski Witkowski Walczak Sikora Baran Rutkowski Michalak Szewczyk Ostrowski Tomaszewski Pietrzak Zalewski Wróblewski
     Marciniak Jasiński Zawadzki Bąk Jakubowski Sadowski Duda Włodarczyk Chmielewski Borkowski Sokołowski Szczepański`
  ),
  tr: names(
    `Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Zehra Sultan Merve Özlem Esra Büşra Kübra Derya Gamze Selin Ece
     Defne İrem Ceren Aslı Pınar Gülşen Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer
     Ramazan Halil Süleyman Emre Burak Can Kerem Serkan Volkan Onur Barış Deniz Tolga Kaan Cem Umut Eren Çağrı`,
    `Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt
     Özkan Şimşek Polat Korkmaz Özcan Çakır Erdoğan Yavuz Can Acar Şen Aktaş Güler Yalçın Güneş Bozkurt Bulut Keskin
     Ünal Turan Gül Özer Işık Kaplan Avcı Sarı Tekin Taş Köse Yüksel Ateş Aksoy Çoban Tunç Ekinci Bayram Uçar Karaca
     Erdem Altın Duman Güven Toprak Uysal Eroğlu Çiftçi Duran Sönmez Akın Karaman Durmaz Başaran`
  ),
  en: names(
    `Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Emma Olivia Charlotte Amelia
     Sophie Grace Hannah Megan Rachel Laura Victoria Chloe Emily James Robert John Michael David William Richard Joseph
     Thomas Christopher Daniel Matthew Anthony Mark Steven Andrew Paul Joshua Kevin Brian George Edward Oliver Harry Jack
     Samuel Benjamin Ryan Jacob Nathan Ethan Luke Adam Owen Liam Callum Fiona Alice Ruth Claire Dana Robin Morgan`,
    `Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Jackson Martin Lee Thompson
     White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Nelson Baker Hall Campbell
     Mitchell Carter Roberts Evans Turner Phillips Parker Collins Edwards Stewart Morris Murphy Cook Rogers Morgan
     Cooper Reed Bailey Bell Kelly Howard Ward Cox Richardson Wood Watson Brooks Bennett Gray Hughes Price Foster
     Sanders Ross Powell Sullivan Russell Butler Barnes Fisher Henderson Coleman Graham Hamilton Wallace West Palmer
     Mason Hunt Shaw Holmes Dixon Hunter Webb Burns Simpson Chapman Harvey Pearson Walsh Fletcher Fraser O'Connor Doyle`
  ),
  ja: names(
    `Haruto/陽翔 Yuto/悠人 Sota/颯太 Ren/蓮 Hiroshi/浩 Takashi/隆 Kenji/健二 Makoto/誠 Daisuke/大輔 Kenta/健太 Shota/翔太
     Takumi/拓海 Yusuke/祐介 Kazuki/和樹 Naoki/直樹 Tetsuya/哲也 Hideki/秀樹 Satoshi/聡 Koji/浩司 Ryota/亮太 Kaito/海斗
     Akira/明 Yoko/陽子 Keiko/恵子 Yumi/由美 Akiko/明子 Naoko/直子 Tomoko/智子 Mai/舞 Aya/彩 Misaki/美咲 Sakura/さくら
     Yui/結衣 Hina/陽菜 Aoi/葵 Rina/里奈 Haruka/遥 Ayaka/彩香 Emi/恵美 Mayumi/真由美 Kaori/香織 Nanami/七海 Chihiro/千尋
     Mika/美香 Megumi/恵 Yuka/由佳 Kana/佳奈`,
    `Sato/佐藤 Suzuki/鈴木 Takahashi/高橋 Tanaka/田中 Ito/伊藤 Watanabe/渡辺 Yamamoto/山本 Nakamura/中村 Kobayashi/小林
     Kato/加藤 Yoshida/吉田 Yamada/山田 Sasaki/佐々木 Yamaguchi/山口 Matsumoto/松本 Inoue/井上 Kimura/木村 Hayashi/林
     Saito/斎藤 Shimizu/清水 Yamazaki/山崎 Mori/森 Ikeda/池田 Hashimoto/橋本 Abe/阿部 Ishikawa/石川 Yamashita/山下
     Nakajima/中島 Ishii/石井 Ogawa/小川 Maeda/前田 Okada/岡田 Hasegawa/長谷川 Fujita/藤田 Goto/後藤 Kondo/近藤
     Murakami/村上 Endo/遠藤 Aoki/青木 Sakamoto/坂本 Fukuda/福田 Ota/太田 Nishimura/西村 Fujii/藤井 Kaneko/金子
     Okamoto/岡本 Nakano/中野 Nakagawa/中川 Harada/原田 Matsuda/松田 Takeuchi/竹内 Ono/小野 Tamura/田村 Nakayama/中山`
  ),
  ko: names(
    `Min-jun/민준 Seo-jun/서준 Do-yun/도윤 Ye-jun/예준 Si-woo/시우 Ha-jun/하준 Ji-ho/지호 Ji-hoon/지훈 Jun-seo/준서
     Hyun-woo/현우 Sung-min/성민 Dong-hyun/동현 Sang-hoon/상훈 Jae-hyun/재현 Young-ho/영호 Jung-ho/정호 Seung-hyun/승현
     Tae-yang/태양 Kyung-soo/경수 Woo-jin/우진 Seo-yeon/서연 Seo-yun/서윤 Ji-woo/지우 Min-seo/민서 Ha-eun/하은 Ji-min/지민
     Su-bin/수빈 Ye-eun/예은 Yoo-jin/유진 Hye-jin/혜진 Eun-ji/은지 Soo-jin/수진 Ji-hye/지혜 Mi-kyung/미경 Young-hee/영희
     Eun-young/은영 Hyun-jung/현정 Bo-ra/보라 Na-ri/나리 Da-eun/다은`,
    `Kim/김 Lee/이 Park/박 Choi/최 Jung/정 Kang/강 Cho/조 Yoon/윤 Jang/장 Lim/임 Han/한 Oh/오 Seo/서 Shin/신 Kwon/권
     Hwang/황 Ahn/안 Song/송 Ryu/류 Jeon/전 Hong/홍 Ko/고 Moon/문 Yang/양 Son/손 Bae/배 Baek/백 Heo/허 Yoo/유 Nam/남
     Shim/심 Noh/노 Ha/하 Kwak/곽 Sung/성 Cha/차 Joo/주 Woo/우 Koo/구 Min/민`
  ),
  zh: names(
    `Wei/伟 Fang/芳 Na/娜 Min/敏 Jing/静 Li/丽 Qiang/强 Lei/磊 Jun/军 Yang/洋 Yong/勇 Yan/艳 Jie/杰 Tao/涛 Ming/明
     Chao/超 Xia/霞 Ping/平 Gang/刚 Xiaoling/晓玲 Xiaoming/晓明 Yuting/雨婷 Jiahao/家豪 Zihan/子涵 Yuxuan/宇轩 Haoran/浩然
     Xinyi/欣怡 Shiyu/诗雨 Mengyao/梦瑶 Jiayi/佳怡 Junjie/俊杰 Zixuan/子轩 Ruoxi/若曦 Siyuan/思源 Yichen/一辰 Wenbo/文博
     Meiling/美玲 Guoqiang/国强 Jianhua/建华 Zhiyuan/志远 Xuefei/雪飞 Kaiwen/凯文 Weiming/伟明 Shufen/淑芬 Yahui/雅惠
     Chengyu/承宇 Peishan/佩珊 Huiying/慧颖`,
    `Wang/王 Li/李 Zhang/张 Liu/刘 Chen/陈 Yang/杨 Zhao/赵 Huang/黄 Zhou/周 Wu/吴 Xu/徐 Sun/孙 Hu/胡 Zhu/朱 Gao/高 Lin/林
     He/何 Guo/郭 Ma/马 Luo/罗 Liang/梁 Song/宋 Zheng/郑 Xie/谢 Han/韩 Tang/唐 Feng/冯 Yu/于 Dong/董 Xiao/萧 Cheng/程
     Cao/曹 Yuan/袁 Deng/邓 Fu/傅 Shen/沈 Zeng/曾 Peng/彭 Lu/吕 Su/苏 Jiang/蒋 Cai/蔡 Jia/贾 Ding/丁 Wei/魏 Xue/薛 Ye/叶
     Yan/阎 Pan/潘 Du/杜 Dai/戴 Xia/夏 Zhong/钟 Wan/万 Tian/田 Fan/范 Shi/石 Yao/姚 Tan/谭 Liao/廖`
  ),
  hi: names(
    `Priya Anjali Pooja Neha Kavita Sunita Deepa Lakshmi Divya Shreya Ananya Aishwarya Meera Nisha Ritu Swati Rekha
     Sneha Aditi Ishita Kavya Radhika Sanjana Tanvi Vidya Rajesh Amit Sanjay Rahul Vijay Suresh Ramesh Anil Arjun Rohan
     Vikram Aditya Karthik Arun Manoj Deepak Ashok Nikhil Sandeep Pradeep Ravi Kiran Gaurav Varun Siddharth Harish
     Naveen Prakash Abhishek Akash`,
    `Sharma Verma Gupta Singh Kumar Patel Reddy Nair Iyer Rao Mehta Shah Joshi Desai Menon Pillai Krishnan Raman
     Subramanian Venkatesh Chopra Malhotra Kapoor Khanna Bhatia Agarwal Bansal Mishra Pandey Tiwari Chatterjee Mukherjee
     Banerjee Das Ghosh Bose Sen Dutta Naidu Chowdhury Kulkarni Deshpande Patil Jain Sinha Saxena Srivastava Rastogi
     Trivedi Bhatt Gandhi Parekh Shetty Hegde Kamath Bhat Mohan Narayan Pereira Fernandes`
  ),
  id: names(
    `Siti Dewi Sri Ayu Putri Nur Rina Fitri Indah Wulan Lestari Ratna Maya Dian Yuni Intan Citra Mega Anisa Rahma Budi
     Agus Andi Eko Adi Hendra Rudi Bambang Dedi Joko Wahyu Rizky Fajar Yusuf Ahmad Ismail Hafiz Azlan Faizal Iskandar
     Farid Zainal Aisyah Nurul Farah Zahra Amira Hana Laila Salmah`,
    `Wijaya Santoso Susanto Setiawan Hidayat Nugroho Saputra Kusuma Pratama Gunawan Halim Hartono Suryadi Wibowo Utomo
     Rahman Hakim Kurniawan Siregar Nasution Simanjuntak Situmorang Lubis Harahap Purnama Firmansyah Ramadhan Maulana
     Permana Suharto Abdullah Ismail Hassan Hussein Yusof Othman Ibrahim Osman Mahmud Salleh`
  )
};

export type Culture = keyof typeof NAMES;
